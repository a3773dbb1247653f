//! A connection with another process.
//!
//! Everything is sent in frames: the kind (one byte), the length of the content and its CRC-32, the
//! CRC-32 of these three fields (four bytes each, the low byte first), and the content. A process
//! sends heartbeats even if it has nothing else to send, so if nothing arrives from a process for
//! some time, the process has been stopped or cut off.
//!
//! Each connection has a thread that writes frames and a thread that reads them. So no process waits
//! for another one to read, and all frames of a connection arrive in the order in which they were
//! sent.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use fewest_rules::StopReason;
use fewest_tables::PeerError;

/// The kinds of frames.
pub(crate) mod kind {
    /// A parcel of the round in which the sender is.
    pub(crate) const PARCEL: u8 = 1;
    /// The sender is alive.
    pub(crate) const HEARTBEAT: u8 = 2;
    /// The sender has processed parcels of the receiver. Eight bytes say how many bytes all parcels
    /// have that it has processed so far.
    pub(crate) const PROCESSED: u8 = 3;
    /// The sender stops because of a limit, which one byte names.
    pub(crate) const STOPPED: u8 = 4;
    /// The sender stops because a process failed. Eight bytes hold the index of the failed process,
    /// and a text says why it failed.
    pub(crate) const FAILED: u8 = 5;
    /// The sender has nothing more to send.
    pub(crate) const END: u8 = 6;
    /// The sender has sent everything of a round.
    pub(crate) const ROUND: u8 = 7;
}

/// At most this many bytes of the text of a failure are sent.
const LONGEST_TEXT: usize = 32 << 10;
/// At most this much memory is reserved for the content of a frame before it arrives.
const MOST_RESERVED: usize = 1 << 20;
const HEAD: usize = 13;

/// The limits that may stop a process, by their codes.
const REASONS: [StopReason; 5] = [
    StopReason::Time,
    StopReason::Memory,
    StopReason::States,
    StopReason::Cancelled,
    StopReason::Capacity,
];

/// Whether the work has ended, for which reason, and which thread must be woken when it ends.
#[derive(Debug)]
pub(crate) struct Health {
    ended: OnceLock<PeerError>,
    /// The thread of the process that waits for data. It is woken when the work ends.
    waiting: Thread,
}

impl Health {
    pub(crate) fn new() -> Self {
        Self {
            ended: OnceLock::new(),
            waiting: thread::current(),
        }
    }

    /// Records why the work ended, unless it has ended before.
    pub(crate) fn end(&self, error: PeerError) {
        let _ = self.ended.set(error);
        self.waiting.unpark();
    }

    pub(crate) fn ended(&self) -> Option<&PeerError> {
        self.ended.get()
    }
}

/// A parcel that another process has sent.
#[derive(Debug)]
pub(crate) struct Received {
    /// The round to which the parcel belongs.
    pub(crate) round: u64,
    /// The index of the process that has sent the parcel.
    pub(crate) from: usize,
    pub(crate) bytes: Vec<u8>,
}

/// The kind and the content of a frame.
type Frame = (u8, Vec<u8>);

/// A connection with another process, shared by the threads that use it.
#[derive(Debug)]
pub(crate) struct Link {
    /// The number of the other process.
    peer: usize,
    /// The name of the other process, for messages.
    name: String,
    socket: TcpStream,
    /// The queue of the frames that are to be written.
    frames: Sender<Frame>,
    health: Arc<Health>,
    /// If no byte arrives for this long, the other process is considered lost.
    silence: Duration,
    /// How many bytes of this process's parcels the other process has processed, by its last
    /// confirmation.
    processed: AtomicU64,
    /// The number of rounds in which the other process has sent everything. All parcels of these
    /// rounds are in the inbox.
    rounds: AtomicU64,
    /// Whether the other process has sent its last frame, and this process has received it.
    received_all: AtomicBool,
    /// Whether nothing will be written any more.
    sent_all: AtomicBool,
    pub(crate) bytes_sent: AtomicU64,
}

impl Link {
    /// Begins to send heartbeats over `socket`, and to put the parcels that arrive into `inbox`.
    pub(crate) fn start(
        peer: usize,
        name: String,
        socket: TcpStream,
        health: Arc<Health>,
        silence: Duration,
        inbox: Sender<Received>,
    ) -> io::Result<Arc<Self>> {
        socket.set_nodelay(true)?;
        socket.set_nonblocking(false)?;
        socket.set_read_timeout(Some(silence))?;
        socket.set_write_timeout(Some(silence))?;
        let (frames, queue) = mpsc::channel();
        let link = Arc::new(Self {
            peer,
            name,
            socket,
            frames,
            health,
            silence,
            processed: AtomicU64::new(0),
            rounds: AtomicU64::new(0),
            received_all: AtomicBool::new(false),
            sent_all: AtomicBool::new(false),
            bytes_sent: AtomicU64::new(0),
        });
        let (writing, reading) = (Arc::clone(&link), Arc::clone(&link));
        thread::Builder::new()
            .name(format!("writer-{peer}"))
            .spawn(move || {
                writing.write_frames(&queue);
                writing.sent_all.store(true, Ordering::Relaxed);
                writing.health.waiting.unpark();
            })?;
        thread::Builder::new()
            .name(format!("reader-{peer}"))
            .spawn(move || reading.read_frames(&inbox))?;
        Ok(link)
    }

    /// Ends the work with the error that the other process of this connection has failed; `what`
    /// says how.
    fn fail(&self, what: &str) {
        self.health.end(PeerError::Failed {
            process: self.peer,
            message: format!("{} {what}", self.name),
        });
    }

    fn silent(&self) -> String {
        format!(
            "has not answered for {} s: it is stopped, overloaded or cut off",
            self.silence.as_secs_f64()
        )
    }

    /// Puts a frame into the queue of those that are to be written.
    pub(crate) fn send(&self, kind: u8, content: Vec<u8>) {
        // If the thread that writes has ended, the work has ended too.
        let _ = self.frames.send((kind, content));
    }

    /// Writes the frames in `queue` until the end of the work. If the work ends early, tells the
    /// other process why.
    fn write_frames(&self, queue: &Receiver<Frame>) {
        loop {
            // A busy machine may delay a heartbeat, so ten of them are sent in the time of allowed
            // silence.
            let (kind, content) = match queue.recv_timeout(self.silence / 10) {
                Ok(frame) => frame,
                Err(RecvTimeoutError::Timeout) => (kind::HEARTBEAT, Vec::new()),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if let Some(why) = self.health.ended() {
                let _ = self.write(&reason(why));
                // Only the writing direction is closed. Closing both at once could discard what the
                // other process has not read yet.
                let _ = self.socket.shutdown(Shutdown::Write);
                return;
            }
            let is_last = kind == kind::END;
            if let Err(error) = self.write(&(kind, content)) {
                // If the connection was closed, the error is not reported at once. The other process
                // may have sent the reason why it ends, which says more than an error of writing. So
                // the thread that reads gets some time to report that reason first.
                match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                        self.fail(&self.silent());
                    }
                    _ => thread::sleep(self.silence / 20),
                }
                return self.fail(&format!("closed the connection: {error}"));
            }
            if is_last {
                return;
            }
        }
    }

    fn write(&self, (kind, content): &Frame) -> io::Result<()> {
        let mut head = [0; HEAD];
        head[0] = *kind;
        let length = u32::try_from(content.len());
        let length = length.map_err(|_| io::Error::other("a message is too long"))?;
        head[1..5].copy_from_slice(&length.to_le_bytes());
        head[5..9].copy_from_slice(&crc32fast::hash(content).to_le_bytes());
        let checksum = crc32fast::hash(&head[..9]);
        head[9..].copy_from_slice(&checksum.to_le_bytes());
        (&self.socket).write_all(&[&head[..], content].concat())?;
        let bytes = (HEAD + content.len()) as u64;
        self.bytes_sent.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Tells the other process how many bytes of its parcels this process has processed so far.
    pub(crate) fn acknowledge(&self, bytes: u64) {
        self.send(kind::PROCESSED, bytes.to_le_bytes().to_vec());
    }

    /// How many bytes of this process's parcels the other process has processed, by its last
    /// confirmation.
    pub(crate) fn processed(&self) -> u64 {
        self.processed.load(Ordering::Relaxed)
    }

    /// Whether the other process has sent everything of the round `round`. If so, all its parcels of
    /// this round are in the inbox.
    pub(crate) fn has_ended(&self, round: u64) -> bool {
        self.rounds.load(Ordering::Acquire) > round
    }

    /// Whether everything was sent and received.
    pub(crate) fn is_done(&self) -> bool {
        self.received_all.load(Ordering::Relaxed) && self.sent_all.load(Ordering::Relaxed)
    }

    /// After the work has ended early because of `why`, waits until the other process was told.
    pub(crate) fn close(&self, why: &PeerError) {
        // A process that failed may never read the reason.
        let patience = match why {
            PeerError::Failed { process, .. } if *process == self.peer => self.silence / 10,
            _ => self.silence,
        };
        let until = Instant::now() + patience;
        while !self.sent_all.load(Ordering::Relaxed) {
            if Instant::now() >= until {
                let _ = self.socket.shutdown(Shutdown::Both);
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Reads frames until the other process has ended.
    fn read_frames(&self, inbox: &Sender<Received>) {
        loop {
            match self.receive(inbox) {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    return self.fail(&match error.kind() {
                        io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
                            "closed the connection before the end".to_owned()
                        }
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => self.silent(),
                        io::ErrorKind::InvalidData => format!("sent something damaged: {error}"),
                        _ => format!("cannot be reached any more: {error}"),
                    });
                }
            }
        }
    }

    /// Reads a frame. Returns `false` if it is the last one of the other process.
    fn receive(&self, inbox: &Sender<Received>) -> io::Result<bool> {
        let damaged = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
        let mut head = [0; HEAD];
        (&self.socket).read_exact(&mut head)?;
        let [kind, fields @ ..] = head;
        let number = |at: usize| [0, 1, 2, 3].map(|byte| fields[at + byte]);
        let [length, checksum, of_head] = [0, 4, 8].map(|at| u32::from_le_bytes(number(at)));
        if crc32fast::hash(&head[..9]) != of_head {
            return Err(damaged("a checksum is wrong"));
        }
        if kind != kind::PARCEL && length as usize > 8 + LONGEST_TEXT {
            return Err(damaged("a frame is too long"));
        }
        let mut bytes = Vec::with_capacity((length as usize).min(MOST_RESERVED));
        let read = (&self.socket).take(length.into()).read_to_end(&mut bytes)?;
        if read < length as usize {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if crc32fast::hash(&bytes) != checksum {
            return Err(damaged("a checksum is wrong"));
        }
        match (kind, bytes.as_slice()) {
            (kind::PARCEL, _) => {
                let (round, from) = (self.rounds.load(Ordering::Relaxed), self.peer);
                let _ = inbox.send(Received { round, from, bytes });
            }
            (kind::HEARTBEAT, _) => return Ok(true),
            (kind::ROUND, _) => {
                self.rounds.fetch_add(1, Ordering::Release);
            }
            (kind::PROCESSED, content) => {
                let bytes = content
                    .try_into()
                    .map_err(|_| damaged("a frame is short"))?;
                let bytes = u64::from_le_bytes(bytes);
                self.processed.store(bytes, Ordering::Relaxed);
            }
            (kind::STOPPED, &[code]) => {
                let reason = REASONS.get(usize::from(code)).copied();
                let reason = reason.ok_or_else(|| damaged("an unknown limit"))?;
                self.health.end(PeerError::Stopped(reason));
            }
            (kind::FAILED, content) => {
                let (process, message) = content
                    .split_first_chunk()
                    .ok_or_else(|| damaged("a frame is short"))?;
                self.health.end(PeerError::Failed {
                    process: u64::from_le_bytes(*process) as usize,
                    message: String::from_utf8_lossy(message).into_owned(),
                });
            }
            (kind::END, _) => self.received_all.store(true, Ordering::Relaxed),
            _ => return Err(damaged("an unknown frame")),
        }
        self.health.waiting.unpark();
        Ok(kind != kind::END)
    }
}

/// The frame that tells why the work ends.
fn reason(why: &PeerError) -> Frame {
    match why {
        PeerError::Stopped(reason) => {
            let code = REASONS.iter().position(|other| other == reason);
            (kind::STOPPED, vec![code.unwrap_or(0) as u8])
        }
        PeerError::Failed { process, message } => {
            let mut content = (*process as u64).to_le_bytes().to_vec();
            content.extend(message.bytes().take(LONGEST_TEXT));
            (kind::FAILED, content)
        }
    }
}
