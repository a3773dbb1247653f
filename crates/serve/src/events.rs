//! Sends the answer of a long request as server-sent events.
//!
//! The server first sends a `queued` event, then any number of `progress` events and (for a
//! comparison) `row` events, and finally an `answer` or an `error` event. If the client
//! disconnects, the stream is dropped, which sets the cancel flag of the search.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};

use axum::response::sse::Event;
use futures_core::Stream;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::jobs::CancelOnDrop;

/// Sends the events of a search to its client. A search reports its progress only a few times a
/// second, so the queue of events stays short.
#[derive(Debug, Clone)]
pub(crate) struct EventSender(UnboundedSender<(&'static str, Value)>);

impl EventSender {
    /// Sends an event, unless the client has disconnected.
    pub(crate) fn send(&self, name: &'static str, data: Value) {
        let _ = self.0.send((name, data));
    }

    /// Waits until the client has disconnected.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }
}

/// The stream of the events of one request.
pub(crate) struct Events {
    receiver: UnboundedReceiver<(&'static str, Value)>,
    _cancel: CancelOnDrop,
}

/// Makes a stream of events and its sender. Dropping the stream sets the flag `cancel`.
pub(crate) fn events(cancel: Arc<AtomicBool>) -> (EventSender, Events) {
    let (sender, receiver) = unbounded_channel();
    let events = Events {
        receiver,
        _cancel: CancelOnDrop(cancel),
    };
    (EventSender(sender), events)
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.receiver.poll_recv(context);
        next.map(|next| {
            let (name, data) = next?;
            Some(Ok(Event::default().event(name).data(data.to_string())))
        })
    }
}
