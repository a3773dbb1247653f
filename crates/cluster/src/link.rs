//! A connection with another process.
//!
//! Everything is sent in frames: the kind (one byte), the length of the content (four bytes, the
//! low byte first), its CRC-32 (four bytes, the low byte first), and the content. Most frames carry
//! what timely dataflow sends. A process sends heartbeats even if it has nothing else to send, so
//! if nothing arrives from a process for some time, the process has been stopped or cut off.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use fewest_rules::StopReason;
use fewest_tables::PeerError;
use timely::communication::allocator::zero_copy::stream::Stream;

/// The kinds of frames.
mod kind {
    /// Bytes of timely dataflow.
    pub(super) const DATA: u8 = 1;
    /// The sender is alive. Eight bytes say in how many rounds it has sent everything.
    pub(super) const HEARTBEAT: u8 = 2;
    /// The sender has processed parcels of the receiver. Eight bytes say how many bytes all parcels
    /// have that it has processed so far.
    pub(super) const PROCESSED: u8 = 3;
    /// The sender stops because of a limit, which one byte names.
    pub(super) const STOPPED: u8 = 4;
    /// The sender stops because a process failed. Eight bytes hold the index of the failed process,
    /// and a text says why it failed.
    pub(super) const FAILED: u8 = 5;
    /// The sender has nothing more to send.
    pub(super) const END: u8 = 6;
}

/// The greatest allowed number of bytes in the content of a frame.
const FRAME: usize = 64 << 10;
const HEAD: usize = 9;

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

/// A connection with another process, shared by the threads that use it.
#[derive(Debug)]
pub(crate) struct Link {
    /// The number of the other process.
    peer: usize,
    /// The name of the other process, for messages.
    name: String,
    socket: TcpStream,
    writer: Mutex<ParcelWriter>,
    health: Arc<Health>,
    /// If no byte arrives for this long, the other process is considered lost.
    silence: Duration,
    /// How many bytes of this process's parcels the other process has processed, by its last
    /// confirmation.
    processed: AtomicU64,
    /// The number of rounds in which this process has sent everything; see
    /// [`Peers`](fewest_tables::Peers) for rounds.
    pub(crate) rounds: AtomicU64,
    /// The number of rounds in which the other process has sent everything, by its last heartbeat.
    pub(crate) peer_rounds: AtomicU64,
    /// Whether the other process has sent its last frame, and this process has received it.
    received_all: AtomicBool,
    pub(crate) bytes_sent: AtomicU64,
    pub(crate) bytes_received: AtomicU64,
}

#[derive(Debug)]
struct ParcelWriter {
    socket: TcpStream,
    /// The frame that is being written.
    frame: Vec<u8>,
    /// Whether nothing may be written any more.
    ended: bool,
}

impl Link {
    /// Begins to send heartbeats over `socket`.
    pub(crate) fn start(
        peer: usize,
        name: String,
        socket: TcpStream,
        health: Arc<Health>,
        silence: Duration,
    ) -> io::Result<Arc<Self>> {
        socket.set_nodelay(true)?;
        socket.set_nonblocking(false)?;
        socket.set_read_timeout(Some(silence))?;
        socket.set_write_timeout(Some(silence))?;
        let writer = ParcelWriter {
            socket: socket.try_clone()?,
            frame: Vec::with_capacity(HEAD + FRAME),
            ended: false,
        };
        let link = Arc::new(Self {
            peer,
            name,
            socket,
            writer: Mutex::new(writer),
            health,
            silence,
            processed: AtomicU64::new(0),
            rounds: AtomicU64::new(0),
            peer_rounds: AtomicU64::new(0),
            received_all: AtomicBool::new(false),
            bytes_sent: AtomicU64::new(0),
            bytes_received: AtomicU64::new(0),
        });
        let beating = Arc::clone(&link);
        thread::Builder::new()
            .name(format!("heartbeat-{peer}"))
            .spawn(move || {
                // A busy machine may delay a heartbeat, so ten of them are sent in the time of
                // allowed silence.
                let rounds = || beating.rounds.load(Ordering::Relaxed).to_le_bytes();
                while beating.send(kind::HEARTBEAT, &rounds()) {
                    thread::sleep(beating.silence / 10);
                }
            })?;
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

    fn writer(&self) -> MutexGuard<'_, ParcelWriter> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a frame. Returns whether more can be sent.
    fn send(&self, kind: u8, content: &[u8]) -> bool {
        let mut writer = self.writer();
        let ParcelWriter {
            socket,
            frame,
            ended,
        } = &mut *writer;
        if *ended {
            return false;
        }
        frame.clear();
        frame.push(kind);
        frame.extend_from_slice(&(content.len() as u32).to_le_bytes());
        frame.extend_from_slice(&crc32fast::hash(content).to_le_bytes());
        frame.extend_from_slice(content);
        match socket.write_all(frame) {
            Ok(()) => {
                let bytes = frame.len() as u64;
                self.bytes_sent.fetch_add(bytes, Ordering::Relaxed);
                *ended = kind == kind::END;
            }
            Err(error) => {
                // If the connection was closed, the error is not reported at once. The other
                // process may have sent the reason why it ends, which says more than an error of
                // writing. So the thread that reads gets some time to report that reason first.
                *ended = true;
                match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                        self.fail(&self.silent());
                    }
                    _ => thread::sleep(self.silence / 20),
                }
                self.fail(&format!("closed the connection: {error}"));
            }
        }
        !*ended
    }

    fn silent(&self) -> String {
        format!(
            "has not answered for {} s: it is stopped, overloaded or cut off",
            self.silence.as_secs_f64()
        )
    }

    /// Tells the other process how many bytes of its parcels this process has processed so far.
    pub(crate) fn acknowledge(&self, bytes: u64) {
        self.send(kind::PROCESSED, &bytes.to_le_bytes());
    }

    /// How many bytes of this process's parcels the other process has processed, by its last
    /// confirmation.
    pub(crate) fn processed(&self) -> u64 {
        self.processed.load(Ordering::Relaxed)
    }

    /// Whether everything was sent and received.
    pub(crate) fn is_done(&self) -> bool {
        self.received_all.load(Ordering::Relaxed) && self.writer().ended
    }

    /// Tells the other process why the work ends, and closes the connection.
    pub(crate) fn close(&self, why: &PeerError) {
        let has_failed = matches!(why, PeerError::Failed { process, .. } if *process == self.peer);
        let until = Instant::now() + self.silence / 10;
        while has_failed && self.writer.try_lock().is_err() {
            if Instant::now() >= until {
                // The thread that holds the lock is trying in vain to write to the process that
                // failed.
                let _ = self.socket.shutdown(Shutdown::Both);
                self.writer().ended = true;
                return;
            }
            // The lock is most often held by the thread that writes a heartbeat. When the lock is
            // free, the process can still be told the reason.
            thread::sleep(Duration::from_millis(1));
        }
        let _ = self.socket.set_write_timeout(Some(self.silence / 10));
        match why {
            PeerError::Stopped(reason) => {
                let code = REASONS.iter().position(|other| other == reason);
                self.send(kind::STOPPED, &[code.unwrap_or(0) as u8]);
            }
            PeerError::Failed { process, message } => {
                let mut content = (*process as u64).to_le_bytes().to_vec();
                content.extend(message.bytes().take(FRAME / 2));
                self.send(kind::FAILED, &content);
            }
        }
        self.writer().ended = true;
        // Only the writing direction is closed. Closing both at once could discard what the other
        // process has not read yet.
        let _ = self.socket.shutdown(Shutdown::Write);
    }

    /// Reads frames up to the next one that has data of timely dataflow, which replace the contents
    /// of `content`. Returns `false` if the other process has ended instead of sending more data.
    fn receive(&self, content: &mut Vec<u8>) -> io::Result<bool> {
        let damaged = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
        loop {
            let mut head = [0; HEAD];
            (&self.socket).read_exact(&mut head)?;
            let [kind, a, b, c, d, e, f, g, h] = head;
            let length = u32::from_le_bytes([a, b, c, d]) as usize;
            if length > FRAME {
                return Err(damaged("a frame is too long"));
            }
            content.resize(length, 0);
            (&self.socket).read_exact(content)?;
            if crc32fast::hash(content) != u32::from_le_bytes([e, f, g, h]) {
                return Err(damaged("a checksum is wrong"));
            }
            let bytes = (HEAD + length) as u64;
            self.bytes_received.fetch_add(bytes, Ordering::Relaxed);
            match (kind, content.as_slice()) {
                (kind::DATA, _) => return Ok(true),
                (kind::HEARTBEAT, bytes) => {
                    let bytes = bytes.try_into().map_err(|_| damaged("a frame is short"))?;
                    let rounds = u64::from_le_bytes(bytes);
                    self.peer_rounds.store(rounds, Ordering::Relaxed);
                }
                (kind::PROCESSED, bytes) => {
                    let bytes = bytes.try_into().map_err(|_| damaged("a frame is short"))?;
                    let bytes = u64::from_le_bytes(bytes);
                    self.processed.store(bytes, Ordering::Relaxed);
                    self.health.waiting.unpark();
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
                (kind::END, _) => {
                    self.received_all.store(true, Ordering::Relaxed);
                    self.health.waiting.unpark();
                    return Ok(false);
                }
                _ => return Err(damaged("an unknown frame")),
            }
        }
    }
}

/// The view of a [`Link`] that timely dataflow has.
///
/// Timely dataflow panics in a thread of its own if a connection breaks. To avoid this, a broken
/// connection swallows what is written, and reading waits forever.
pub(crate) struct LinkStream {
    link: Arc<Link>,
    content: Vec<u8>,
    /// The number of bytes of `content` that were read.
    read: usize,
}

impl LinkStream {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        Self {
            link,
            content: Vec::new(),
            read: 0,
        }
    }
}

impl Read for LinkStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.content.len() {
            if self.link.received_all.load(Ordering::Relaxed) {
                return Ok(0);
            }
            self.read = 0;
            match self.link.receive(&mut self.content) {
                Ok(true) => {}
                Ok(false) => return Ok(0),
                Err(error) => {
                    self.link.fail(&match error.kind() {
                        io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
                            "closed the connection before the end".to_owned()
                        }
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => self.link.silent(),
                        io::ErrorKind::InvalidData => format!("sent something damaged: {error}"),
                        _ => format!("cannot be reached any more: {error}"),
                    });
                    // timely has no way to end a dataflow whose channels stay open, and this thread
                    // belongs to timely: an end of the stream would look like a complete run. So
                    // the thread waits until the process ends, which is soon, because `fail` ends
                    // the command. No long-lived process, such as the server, opens links.
                    loop {
                        thread::park();
                    }
                }
            }
        }
        let count = buffer.len().min(self.content.len() - self.read);
        buffer[..count].copy_from_slice(&self.content[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}

impl Write for LinkStream {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let count = buffer.len().min(FRAME);
        self.link.send(kind::DATA, &buffer[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for LinkStream {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::new(Arc::clone(&self.link)))
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        // After a failure, data may remain unsent, so only without a failure is this the regular
        // end.
        if self.link.health.ended().is_none() {
            self.link.send(kind::END, &[]);
        }
        Ok(())
    }
}
