//! Decides by host, origin and token which requests the server answers, and adds the headers that
//! protect the page.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HOST, LOCATION,
    ORIGIN, REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::Refusal;
use crate::options::ServeOptions;

/// The security policy of the page: it may load its own files and call its own server, and nothing
/// else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' blob:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// The name of the cookie that stores the token, so that the token need not stay in the address of
/// the page.
const COOKIE_NAME: &str = "fewest-token";

/// Decides whether the server answers a request.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    hosts: Vec<String>,
    port: u16,
    token: Option<String>,
}

impl Guard {
    /// The guard of a server that listens on `port`.
    pub(crate) fn new(options: &ServeOptions, port: u16) -> Self {
        Self {
            hosts: options
                .hosts
                .iter()
                .map(|h| h.to_ascii_lowercase())
                .collect(),
            port,
            token: options.token.clone(),
        }
    }

    /// Whether the server accepts requests that browsers address to `host`. In a DNS rebinding
    /// attack, another site makes its own domain name point to this machine. A browser then sends
    /// that domain name as the host of its requests. So the server accepts only IP addresses,
    /// `localhost` and the host names in its options.
    fn accepts_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let name = name.to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']');
        let known =
            name == "localhost" || address.parse::<IpAddr>().is_ok() || self.hosts.contains(&name);
        known && (port == Some(self.port) || self.hosts.contains(&name))
    }

    /// # Errors
    /// The request is refused; the error is the reason.
    fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name| text_of(headers, name);
        let refused = |message: &str| Err(Refusal::new(StatusCode::FORBIDDEN, message));
        let Some(host) = text(HOST).filter(|host| self.accepts_host(host)) else {
            return Err(Refusal::new(
                StatusCode::MISDIRECTED_REQUEST,
                "this server is not known by that name; use the address that fewest serve prints, \
                 or start it with --host NAME",
            ));
        };
        if let Some(origin) = headers.get(ORIGIN) {
            let own = [format!("http://{host}"), format!("https://{host}")];
            if !own.iter().any(|own| origin.as_bytes() == own.as_bytes()) {
                return refused("requests of other sites are not answered");
            }
        }
        if text(FETCH_SITE).is_some_and(|site| site != "same-origin" && site != "none") {
            return refused("requests of other sites are not answered");
        }
        if *method == Method::POST {
            let content = text(CONTENT_TYPE).and_then(|all| all.split(';').next());
            if content.map(str::trim) != Some("application/json") {
                return Err(Refusal::new(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "expected the content type application/json",
                ));
            }
        }
        Ok(())
    }

    /// Whether the request contains the token, in a header or in the cookie of the page.
    fn knows_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        let bearer = text_of(headers, AUTHORIZATION);
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        let cookies = text_of(headers, COOKIE).unwrap_or_default().split(';');
        let mut pairs = cookies.filter_map(|pair| pair.trim().split_once('='));
        let cookie = pairs.find(|(name, _)| *name == COOKIE_NAME);
        let shown = [bearer, cookie.map(|(_, value)| value)];
        shown.iter().flatten().any(|shown| is_same(shown, token))
    }

    /// Returns the token if the request is for the page and its address contains the right token.
    /// The command `fewest serve` prints such an address.
    fn token_in_address(&self, request: &Request) -> Option<&str> {
        let token = self.token.as_deref()?;
        let query = request.uri().query()?;
        let shown = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="))?;
        let is_page = request.method() == Method::GET && request.uri().path() == "/";
        (is_page && is_same(shown, token)).then_some(token)
    }
}

/// The value of a header, if it is text.
fn text_of(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Compares two secrets in a time that does not reveal how many characters are equal.
fn is_same(shown: &str, token: &str) -> bool {
    let differences = shown.bytes().zip(token.bytes()).map(|(a, b)| a ^ b);
    shown.len() == token.len() && differences.fold(0, |all, one| all | one) == 0
}

/// Passes on the requests that the guard accepts, and adds protecting headers to every answer.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(request.method(), request.headers()) {
        Err(refusal) => refusal.into_response(),
        Ok(()) => match guard.token_in_address(&request) {
            Some(token) => remember(token),
            None if guard.knows_token(request.headers()) => next.run(request).await,
            None => Refusal::new(
                StatusCode::UNAUTHORIZED,
                "open the address that fewest serve printed: it holds the token",
            )
            .into_response(),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (OPENER_POLICY, "same-origin"),
        (RESOURCE_POLICY, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(CACHE_CONTROL).or_insert(no_store);
    response
}

/// Stores the token in a cookie and redirects the browser to the address without the token.
fn remember(token: &str) -> Response {
    let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
    let headers = [(LOCATION, "/"), (SET_COOKIE, &cookie)];
    (StatusCode::SEE_OTHER, headers).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(hosts: &[&str]) -> Guard {
        let options = ServeOptions {
            hosts: hosts.iter().map(|&host| host.to_owned()).collect(),
            ..ServeOptions::default()
        };
        Guard::new(&options, 8731)
    }

    #[test]
    fn only_addresses_and_known_names_are_hosts() {
        let plain = guard(&[]);
        for host in [
            "127.0.0.1:8731",
            "localhost:8731",
            "LocalHost:8731",
            "[::1]:8731",
        ] {
            assert!(plain.accepts_host(host), "{host}");
        }
        for host in [
            "evil.example:8731",
            "localhost",
            "localhost:80",
            "127.0.0.1.evil.example:8731",
            "",
            ":8731",
            "localhost:8731:8731",
        ] {
            assert!(!plain.accepts_host(host), "{host}");
        }
        assert!(guard(&["puzzles.example"]).accepts_host("Puzzles.Example"));
    }

    #[test]
    fn secrets_are_compared_whole() {
        assert!(is_same("abc", "abc"));
        for other in ["", "ab", "abd", "abcd"] {
            assert!(!is_same(other, "abc"), "{other}");
        }
    }
}
