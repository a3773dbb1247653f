//! The command that serves the page; the server itself is tested in its crate.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use crate::program::{command, fewest, project};

/// A server that ends with its test.
struct Serving {
    child: Child,
    url: String,
}

impl Serving {
    fn start(args: &[&str]) -> Self {
        let mut child = command(&[&["serve", "--port", "0"], args].concat())
            .spawn()
            .unwrap();
        let mut url = String::new();
        let stdout = child.stdout.as_mut().unwrap();
        BufReader::new(stdout).read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        Self { child, url }
    }

    /// Whatever comes back from `path`, head and body.
    fn get(&self, path: &str) -> String {
        let address = self.url.trim_start_matches("http://");
        let address = address.split('/').next().unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    /// Ends the server and returns what it wrote to stderr.
    fn stop(&mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let mut text = String::new();
        let stderr = self.child.stderr.as_mut().unwrap();
        stderr.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_offers_the_files_under_their_short_names() {
    let file = project("examples/crates.fewest");
    let mut server = Serving::start(&[file.to_str().unwrap()]);
    assert!(server.get("/").contains("<title>fewest"));
    let puzzles = server.get("/api/puzzles");
    assert!(puzzles.contains("\"name\":\"crates.fewest\""), "{puzzles}");
    assert_eq!(server.stop(), "note: Ctrl-C ends the server\n");
}

#[test]
fn others_need_a_token_and_the_user_is_warned() {
    let mut server = Serving::start(&["--listen", "0.0.0.0", "--quiet"]);
    assert!(server.url.contains("/?token="), "{}", server.url);
    assert!(server.get("/").starts_with("HTTP/1.1 401"));
    let path = server.url.rsplit_once('/').unwrap().1.to_owned();
    assert!(server.get(&format!("/{path}")).starts_with("HTTP/1.1 303"));
    let told = server.stop();
    assert!(
        told.starts_with("warning: other machines reach this page"),
        "{told}"
    );
    let other = Serving::start(&["--listen", "0.0.0.0"]);
    assert_ne!(
        other.url.rsplit_once('=').unwrap().1,
        path.rsplit_once('=').unwrap().1
    );
}

#[test]
fn what_cannot_be_served_is_told_before_anything_is() {
    let missing = fewest(&["serve", "--port", "0", "no.fewest"], "");
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("no.fewest"), "{}", missing.stderr);
    let file = project("examples/crates.fewest");
    let file = file.to_str().unwrap();
    let twice = fewest(&["serve", "--port", "0", file, file], "");
    assert_eq!(twice.code, Some(2));
    assert!(
        twice
            .stderr
            .contains("two puzzle files are called crates.fewest")
    );
    let server = Serving::start(&[]);
    let port = server.url.trim_end_matches('/').rsplit_once(':').unwrap().1;
    let taken = fewest(&["serve", "--port", port], "");
    assert_eq!(taken.code, Some(2));
    assert!(
        taken.stderr.contains("help: another port may be free"),
        "{}",
        taken.stderr
    );
    assert_eq!(taken.stdout, "");
}
