//! A small HTTP client, and servers for tests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use fewest_serve::{ServeOptions, Server};
use serde_json::Value;

/// Longer than any answer takes: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a server that ends with the tests.
pub(crate) fn serve(options: ServeOptions) -> SocketAddr {
    let server = Server::bind(options).expect("a free port");
    let address = server.address();
    thread::spawn(move || server.run());
    address
}

/// A response whose body may still be coming.
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    reader: BufReader<TcpStream>,
}

/// A request as text.
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) headers: &'a [(&'a str, &'a str)],
    pub(crate) body: &'a str,
}

/// Sends a request with exactly these headers, and reads the head of the response.
pub(crate) fn send(address: SocketAddr, request: &Request<'_>) -> Response {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    let Request { method, path, .. } = request;
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    for (name, value) in request.headers {
        head += &format!("{name}: {value}\r\n");
    }
    if !request.body.is_empty() {
        head += &format!("content-length: {}\r\n", request.body.len());
    }
    head += "\r\n";
    stream.write_all(head.as_bytes()).expect("a head");
    // A server that refuses the head may close the connection before it has read the body.
    let _ = stream.write_all(request.body.as_bytes());
    let mut reader = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    };
    let status = line();
    let status = status.split(' ').nth(1).expect("a status");
    let mut headers = Vec::new();
    while let Some((name, value)) = line().split_once(": ") {
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    Response {
        status: status.parse().expect("a number"),
        headers,
        reader,
    }
}

/// Gets an address as a browser would.
pub(crate) fn get(address: SocketAddr, path: &str) -> Response {
    let host = address.to_string();
    let headers = [("host", host.as_str())];
    send(
        address,
        &Request {
            method: "GET",
            path,
            headers: &headers,
            body: "",
        },
    )
}

/// Posts JSON as the page would.
pub(crate) fn post(address: SocketAddr, route: &str, body: &Value) -> Response {
    let host = address.to_string();
    let origin = format!("http://{address}");
    let headers = [
        ("host", host.as_str()),
        ("origin", &origin),
        ("sec-fetch-site", "same-origin"),
        ("content-type", "application/json"),
    ];
    let path = format!("/api/{route}");
    send(
        address,
        &Request {
            method: "POST",
            path: &path,
            headers: &headers,
            body: &body.to_string(),
        },
    )
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> &str {
        let mut headers = self.headers.iter();
        headers
            .find(|(other, _)| other == name)
            .map_or("", |(_, value)| value)
    }

    /// The next part of a body in chunks; `None` at its end.
    fn chunk(&mut self) -> Option<Vec<u8>> {
        let mut size = String::new();
        self.reader.read_line(&mut size).expect("a size");
        let size = usize::from_str_radix(size.trim(), 16).expect("a hexadecimal number");
        let mut bytes = vec![0; size + 2];
        self.reader.read_exact(&mut bytes).expect("a chunk");
        bytes.truncate(size);
        (size > 0).then_some(bytes)
    }

    /// The whole body.
    pub(crate) fn bytes(mut self) -> Vec<u8> {
        let mut all = Vec::new();
        if self.header("transfer-encoding") == "chunked" {
            while let Some(chunk) = self.chunk() {
                all.extend(chunk);
            }
        } else {
            self.reader.read_to_end(&mut all).expect("a body");
        }
        all
    }

    pub(crate) fn json(self) -> Value {
        let bytes = self.bytes();
        serde_json::from_slice(&bytes)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&bytes)))
    }

    /// Reads events until one is called `name`, and returns its data.
    pub(crate) fn wait_for(&mut self, name: &str) -> Value {
        let mut text = String::new();
        loop {
            while let Some((event, rest)) = text.split_once("\n\n") {
                let field = |field: &str| {
                    let mut lines = event.lines();
                    lines
                        .find_map(|line| line.strip_prefix(field))
                        .unwrap_or("")
                };
                let data = serde_json::from_str(field("data: ")).expect("JSON");
                if field("event: ") == name {
                    return data;
                }
                text = rest.to_owned();
            }
            let chunk = self.chunk();
            let chunk = chunk.unwrap_or_else(|| panic!("no event {name}, but {text}"));
            text += &String::from_utf8_lossy(&chunk);
        }
    }

    /// The answer of a search.
    pub(crate) fn answer(mut self) -> Value {
        assert_eq!(self.status, 200);
        self.wait_for("answer")
    }
}
