//! A network between two processes that can misbehave.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

/// What the network does.
pub(crate) const PASS: u8 = 0;
pub(crate) const HOLD: u8 = 1;
pub(crate) const DAMAGE: u8 = 2;
pub(crate) const CLOSE: u8 = 3;

/// Forwards one connection to `to` and returns the address to connect to. `mode` can be changed
/// at any time.
pub(crate) fn proxy(to: String, mode: &Arc<AtomicU8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mode = Arc::clone(mode);
    thread::spawn(move || {
        let (near, _) = listener.accept().unwrap();
        let far = TcpStream::connect(to).unwrap();
        let ends = (near.try_clone().unwrap(), far.try_clone().unwrap());
        let other_mode = Arc::clone(&mode);
        thread::spawn(move || forward(ends.0, ends.1, &other_mode));
        forward(far, near, &mode);
    });
    address
}

fn forward(mut from: TcpStream, mut to: TcpStream, mode: &AtomicU8) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        match mode.load(Ordering::Relaxed) {
            HOLD => loop {
                thread::park();
            },
            DAMAGE => bytes[count / 2] ^= 0x10,
            CLOSE => break,
            _ => {}
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
    let _ = from.shutdown(std::net::Shutdown::Both);
}
