//! The server: opens its port, starts the runtime for asynchronous code, and routes each request to
//! the function that answers it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::from_fn_with_state;
use axum::response::sse::Sse;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use fewest::rules::Limits;

use crate::api::{self, Catalogue, Job, RecentPuzzles, Refusal, Reply, Request, Route};
use crate::assets::ASSETS;
use crate::events::events;
use crate::guard::{Guard, guard};
use crate::jobs::Jobs;
use crate::options::ServeOptions;

/// The greatest allowed number of bytes in the body of a request.
const MOST_BODY: usize = 256 << 10;
/// The number of quick requests that may wait, for each core.
const QUICK_QUEUE: usize = 64;
/// The stack size of threads that search. Main threads usually have a stack of this size.
const STACK: usize = 8 << 20;

/// The reason why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address that cannot be used.
        address: SocketAddr,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// Other machines can reach the address, but the options contain no token.
    #[error("{0} can be reached from other machines: a token is required")]
    NoToken(SocketAddr),
    /// The token contains characters other than letters, digits, `-` and `_`.
    #[error("a token consists of letters, digits, - and _")]
    Token,
    /// The runtime cannot be started, or it failed.
    #[error("cannot serve: {0}")]
    Runtime(#[from] io::Error),
}

/// A server that has opened its port but does not answer requests yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: ServeOptions,
}

/// The data that all requests share.
struct ServerState {
    options: ServeOptions,
    catalogue: Catalogue,
    searches: Jobs,
    quick: Jobs,
    recent: Arc<RecentPuzzles>,
}

impl Server {
    /// Opens the port.
    ///
    /// # Errors
    /// The address cannot be used, or it is not a loopback address and the options contain no
    /// token.
    pub fn bind(options: ServeOptions) -> Result<Self, ServeError> {
        let address = options.listen;
        match &options.token {
            None if !address.ip().is_loopback() => return Err(ServeError::NoToken(address)),
            Some(token) if !is_token(token) => return Err(ServeError::Token),
            _ => {}
        }
        let failed = |error| ServeError::Listen { address, error };
        let listener = TcpListener::bind(address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        Ok(Self {
            address: listener.local_addr().map_err(failed)?,
            listener,
            options,
        })
    }

    /// The address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page, with the token if there is one.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address {
                SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
                SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
            });
        }
        match &self.options.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// The runtime cannot be started, or it failed.
    pub fn run(self) -> Result<(), ServeError> {
        let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let searches = self.options.searches.get();
        let shared = ServerState {
            catalogue: Catalogue::new(&self.options.puzzles),
            searches: Jobs::new(searches, self.options.waiting),
            quick: Jobs::new(cores.get(), QUICK_QUEUE * cores.get()),
            recent: Arc::default(),
            options: self.options,
        };
        // One thread transfers data; each request that computes has its own thread.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(searches + cores.get())
            .thread_stack_size(STACK)
            .build()?;
        let router = router(shared, self.address.port());
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let listener = listener.tap_io(|stream| {
                // If this call fails, small answers may be delayed, but nothing else changes.
                let _ = stream.set_nodelay(true);
            });
            axum::serve(listener, router).await
        })?;
        Ok(())
    }
}

fn is_token(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !text.is_empty() && text.chars().all(is_plain)
}

fn router(shared: ServerState, port: u16) -> Router {
    let guarded = Guard::new(&shared.options, port);
    let mut router = Router::new();
    for asset in ASSETS {
        let content = [
            (CONTENT_TYPE, asset.content_type),
            (CACHE_CONTROL, "no-cache"),
        ];
        router = router.route(
            asset.path,
            get(move || async move { (content, asset.content) }),
        );
    }
    router
        .route("/api/puzzles", get(puzzles))
        .route("/api/thumbnail/{theme}/{name}", get(thumbnail))
        .route("/api/{route}", post(ask))
        .fallback(|| async { Refusal::new(StatusCode::NOT_FOUND, "there is nothing here") })
        .method_not_allowed_fallback(|| async {
            Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "this address has another method",
            )
        })
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(from_fn_with_state(guarded, guard))
        .with_state(Arc::new(shared))
}

async fn puzzles(State(shared): State<Arc<ServerState>>) -> Response {
    Reply::Json(shared.catalogue.to_json()).into_response()
}

async fn thumbnail(
    State(shared): State<Arc<ServerState>>,
    Path((theme, name)): Path<(String, String)>,
) -> Result<Reply, Refusal> {
    let all = Arc::clone(&shared);
    let thumbnail = move || all.catalogue.thumbnail(&name, theme == "dark");
    shared.quick.run(thumbnail).await
}

async fn ask(
    State(shared): State<Arc<ServerState>>,
    Path(route): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let route = Route::named(&route)
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such request"))?;
    let body = body.map_err(|error| Refusal::new(error.status(), error.body_text()))?;
    let request = Request::read(&body)?;
    if route.is_quick() {
        let limits = limits(&shared, &request);
        let recent = Arc::clone(&shared.recent);
        let answer = move || api::answer(route, &request, &Job::quick(limits, recent));
        return Ok(shared.quick.run(answer).await?.into_response());
    }
    let ticket = shared.searches.ticket()?;
    let cancel = Arc::new(AtomicBool::new(false));
    let (sender, events) = events();
    // Sending fails only if the client has disconnected, and then nobody needs the event.
    let _ = sender.send(("queued", serde_json::json!({ "queued": ticket.queued() })));
    tokio::spawn(async move {
        let place = tokio::select! {
            place = ticket.place() => place,
            () = sender.closed() => return,
        };
        let limits = Limits {
            cancel: Some(Arc::clone(&cancel)),
            ..limits(&shared, &request)
        };
        let reports = sender.clone();
        let work = move || {
            let job = Job::new(limits, move |name, data| {
                let _ = reports.send((name, data));
            });
            api::answer(route, &request, &job)
        };
        let answered = tokio::select! {
            answered = place.run(work) => answered,
            () = sender.closed() => return cancel.store(true, Ordering::Relaxed),
        };
        let last = match answered {
            Ok(Reply::Json(answer)) => ("answer", answer),
            Ok(Reply::File { .. }) => return,
            Err(refusal) => ("error", refusal.to_json()),
        };
        let _ = sender.send(last);
    });
    Ok(Sse::new(events).into_response())
}

/// The limits of a request that starts now.
fn limits(shared: &ServerState, request: &Request) -> Limits {
    let options = &shared.options;
    let limits = Limits {
        time: Some(options.time.min(request.time().unwrap_or(Duration::MAX))),
        memory: Some(options.memory),
        ceiling: options.ceiling,
        threads: Some(options.threads),
        ..Limits::default()
    };
    limits.from_now()
}
