//! The processes that enumerate a space together.

use fewest_rules::StopReason;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A parcel: successors for one process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel {
    /// The index of the process to which the parcel goes.
    pub to: usize,
    /// The content of the parcel. Only the enumeration knows the format of the content.
    pub bytes: Vec<u8>,
}

/// What the enumeration wants to send next.
#[derive(Debug)]
pub enum Outgoing {
    /// A parcel to send now.
    Parcel(Parcel),
    /// There is nothing to send at the moment.
    Nothing,
    /// There is nothing more to send in this round.
    End,
    /// A limit was reached in this process, so that the round cannot be completed.
    Stop(StopReason),
    /// This process has failed. The text says how it has failed.
    Fail(String),
}

/// A function that receives a parcel: it gets the index of the sender and the content of the
/// parcel.
///
/// # Errors
/// Returns a text that says how the parcel is damaged, if it is.
pub type Receive<'a> = dyn FnMut(usize, &[u8]) -> Result<(), String> + 'a;

/// Connects one process of an enumeration with the others.
///
/// All processes call the same methods in the same order. Each call is a *round*, which ends when
/// it has ended in every process. A parcel or message that is sent in a round arrives in the same
/// round.
pub trait Peers {
    /// The index of this process, from 0.
    fn own(&self) -> usize;

    /// The number of processes.
    fn processes(&self) -> usize;

    /// Sends what `next` returns until it returns [`Outgoing::End`], and passes to `receive` every
    /// parcel that another process sends to this process.
    ///
    /// The thread of the caller is unparked whenever `next` returns something new. So an
    /// implementation may park this thread for a while when there is nothing to do. After
    /// [`Outgoing::End`], `next` can still be called, and returns no parcel: [`Outgoing::Nothing`],
    /// [`Outgoing::End`] again, or that a limit was reached or this process has failed.
    ///
    /// # Errors
    /// Returns an error if a limit was reached in one of the processes, or if one of them failed.
    /// After an error, no further round is possible.
    fn exchange(
        &mut self,
        next: &mut dyn FnMut() -> Outgoing,
        receive: &mut Receive<'_>,
    ) -> Result<(), PeerError>;

    /// Sends `message` to all processes. Returns the messages of all processes in the order of
    /// their numbers.
    ///
    /// # Errors
    /// Returns the same errors as [`exchange`](Self::exchange).
    fn gather(&mut self, message: &[u8]) -> Result<Vec<Vec<u8>>, PeerError>;

    /// Ends the work in all processes because of `error`. Returns the reason why the work has
    /// ended: `error`, or an earlier reason if there was one.
    fn end(&mut self, error: PeerError) -> PeerError;

    /// Ends the work in all processes because `process` has failed; `what` says how, in words that
    /// follow the name of the process. Returns the same as [`end`](Self::end).
    fn fail(&mut self, process: usize, what: &str) -> PeerError {
        let message = format!("{} {what}", self.name(process));
        self.end(PeerError::Failed { process, message })
    }

    /// The name of a process for messages, such as `process 1 (10.0.0.2:2101)`.
    fn name(&self, process: usize) -> String {
        format!("process {process}")
    }
}

/// Sends `value` to all processes. Returns the values of all processes in the order of their
/// numbers.
///
/// # Errors
/// Returns the errors of [`Peers::gather`], and an error if a process has sent something else.
pub fn gather_values<T: Serialize + DeserializeOwned>(
    value: &T,
    peers: &mut dyn Peers,
) -> Result<Vec<T>, PeerError> {
    let bytes = serde_json::to_vec(value).expect("a message can be written as JSON");
    let messages = peers.gather(&bytes)?;
    let values = messages.iter().enumerate().map(|(process, message)| {
        let value = serde_json::from_slice(message);
        value.map_err(|_| peers.fail(process, "sent a damaged message"))
    });
    values.collect()
}

/// Why an enumeration by several processes ended early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PeerError {
    /// A limit was reached in one of the processes.
    #[error("stopped by a limit: {0}")]
    Stopped(StopReason),
    /// A process failed, or cannot be reached.
    #[error("{message}")]
    Failed {
        /// The index of the process that failed.
        process: usize,
        /// A text that names the process and says what happened.
        message: String,
    },
}

impl From<StopReason> for PeerError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}
