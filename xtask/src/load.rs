//! The load test of the server. Many clients send requests at once, and every answer must be right
//! or a documented refusal.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::pictures;

const CLIENTS: usize = 200;
const SECONDS: u64 = 30;
/// The HTTP statuses that the documentation allows in this test.
const ALLOWED: [&str; 2] = ["200", "429"];
/// How much more memory, in KiB, the server may hold at the end than after the first third of the
/// test. The allocator may keep this much memory for later.
const SLACK: u64 = 16 << 10;

/// The requests that each client sends, one after another.
const REQUESTS: [(&str, &str, &str); 6] = [
    ("GET", "/", ""),
    ("GET", "/api/puzzles", ""),
    (
        "POST",
        "/api/position",
        r#"{"puzzle":{"name":"flip"},"moves":["r1c1"]}"#,
    ),
    ("POST", "/api/solve", r#"{"puzzle":{"name":"flip"}}"#),
    (
        "POST",
        "/api/solve",
        r#"{"puzzle":{"name":"rotation"},"time":1}"#,
    ),
    (
        "POST",
        "/api/read",
        r#"{"puzzle":{"name":"a.fewest","text":"puzzle a\nsymbols . *\nmove press(cell)\n  cell +1\n  beside +1\ngoal all .\nstart\n  * * *\n  * . *\n"}}"#,
    ),
];

/// Runs the load test against the program, which is built in the same way as for the tests.
pub(crate) fn check() -> Result<(), String> {
    pictures::build()?;
    let mut server = ServerProcess::start()?;
    let result = server.load();
    // This call fails if the process has already ended, which does no harm.
    let _ = server.child.kill();
    let _ = server.child.wait();
    result
}

struct ServerProcess {
    child: Child,
    address: String,
}

impl ServerProcess {
    fn start() -> Result<Self, String> {
        let mut child = Command::new(pictures::binary())
            .args(["serve", "--port", "0", "--quiet"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start the server: {error}"))?;
        let mut url = String::new();
        let out = child.stdout.take().ok_or("the server has no output")?;
        BufReader::new(out)
            .read_line(&mut url)
            .map_err(|error| format!("the server says nothing: {error}"))?;
        let address = url.trim().trim_start_matches("http://");
        Ok(Self {
            address: address.trim_end_matches('/').to_owned(),
            child,
        })
    }

    fn load(&self) -> Result<(), String> {
        let idle = self.memory()?;
        let started = Instant::now();
        let end = started + Duration::from_secs(SECONDS);
        let counts = Mutex::new(BTreeMap::<String, u64>::new());
        let mut early = 0;
        thread::scope(|scope| -> Result<(), String> {
            for client in 0..CLIENTS {
                let (address, counts) = (&self.address, &counts);
                scope.spawn(move || {
                    let mut own = BTreeMap::<String, u64>::new();
                    for number in client.. {
                        if Instant::now() >= end {
                            break;
                        }
                        let status = ask(address, REQUESTS[number % REQUESTS.len()]);
                        *own.entry(status).or_default() += 1;
                    }
                    if let Ok(mut all) = counts.lock() {
                        for (status, n) in own {
                            *all.entry(status).or_default() += n;
                        }
                    }
                });
            }
            thread::sleep(Duration::from_secs(SECONDS / 3));
            early = self.memory()?;
            Ok(())
        })?;
        let late = self.memory()?;
        let counts = counts.into_inner().map_err(|_| "a client panicked")?;
        let total: u64 = counts.values().sum();
        let rate = total / SECONDS;
        println!("{CLIENTS} clients for {SECONDS} s: {total} answers, {rate} a second: {counts:?}");
        println!(
            "memory: {idle} KiB idle, {early} KiB after {} s, {late} KiB at the end",
            SECONDS / 3
        );
        if counts
            .keys()
            .any(|status| !ALLOWED.contains(&status.as_str()))
        {
            return Err("there are other answers than 200 and 429".to_owned());
        }
        if late > early + SLACK {
            return Err("the memory of the server grows".to_owned());
        }
        Ok(())
    }

    /// The resident memory of the server, in KiB.
    fn memory(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        number
            .and_then(|number| number.parse().ok())
            .ok_or_else(|| format!("{path} has no VmRSS"))
    }
}

/// Returns the status of a complete answer, or a description of what went wrong.
fn ask(address: &str, (method, path, body): (&str, &str, &str)) -> String {
    let exchange = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        Ok(text)
    };
    match exchange() {
        Ok(text) => {
            let status = text.split(' ').nth(1).unwrap_or("no status").to_owned();
            let is_whole = !text.contains("text/event-stream")
                || text.contains("event: answer")
                || text.contains("\"status\":429");
            match is_whole {
                true => status,
                false => format!("{status} without an answer"),
            }
        }
        Err(error) => error.to_string(),
    }
}
