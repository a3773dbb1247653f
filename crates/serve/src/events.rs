//! Sends the answer of a long request as server-sent events.
//!
//! The server first sends a `queued` event, then any number of `progress` events and (for a
//! comparison) `row` events, and finally an `answer` or an `error` event. If the client
//! disconnects, the stream is dropped, and the server cancels the search.

use std::convert::Infallible;

use axum::response::sse::Event;
use futures_util::stream::{Stream, unfold};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// Sends the events of a search to its client. A search reports its progress only a few times a
/// second, so the queue of events stays short.
pub(crate) type EventSender = UnboundedSender<(&'static str, Value)>;

/// Makes a stream of events and its sender. Dropping the stream closes the sender.
pub(crate) fn events() -> (EventSender, impl Stream<Item = Result<Event, Infallible>>) {
    let (sender, receiver): (EventSender, _) = unbounded_channel();
    let events = unfold(receiver, |mut receiver| async {
        let (name, data) = receiver.recv().await?;
        let event = Event::default().event(name).data(data.to_string());
        Some((Ok(event), receiver))
    });
    (sender, events)
}
