//! Hosts in two network namespaces, whose link is slow, loses packets, or goes down. These tests
//! need the rights to make namespaces, and the programs `ip` and `tc`.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::drawn::Folder;
use crate::program::{command, fewest};

const CENSUS: [&str; 3] = ["census", "tiles", "2x5"];

fn succeeds(program: &str, args: &str) -> bool {
    Command::new(program)
        .args(args.split_whitespace())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Two namespaces with a link between them. Each test has names and addresses of its own.
struct Network(u8);

impl Network {
    /// `None`, with a note, if namespaces cannot be made here.
    fn new(number: u8) -> Option<Self> {
        let network = Self(number);
        let [left, right] = network.names();
        let address = |host: u8| format!("10.77.{number}.{host}/24");
        let made = succeeds("ip", &format!("netns add {left}"))
            && succeeds("ip", &format!("netns add {right}"))
            && succeeds(
                "ip",
                &format!("link add {left} netns {left} type veth peer name {right} netns {right}"),
            )
            && [(&left, 1), (&right, 2)].into_iter().all(|(name, host)| {
                let to = address(host);
                succeeds("ip", &format!("-n {name} addr add {to} dev {name}"))
                    && succeeds("ip", &format!("-n {name} link set {name} up"))
                    && succeeds("ip", &format!("-n {name} link set lo up"))
            });
        if !made {
            eprintln!("skipped: no network namespaces can be made here");
        }
        made.then_some(network)
    }

    fn names(&self) -> [String; 2] {
        ["l", "r"].map(|side| format!("fw{}{side}{}", self.0, std::process::id() % 100_000))
    }

    /// Shapes what both ends send. `false` if this kernel cannot do it.
    fn shape(&self, discipline: &str) -> bool {
        self.names().iter().all(|name| {
            let shape = format!("netns exec {name} tc qdisc replace dev {name} root {discipline}");
            succeeds("ip", &shape)
        })
    }

    fn set_link(&self, state: &str) {
        let [left, _] = self.names();
        assert!(succeeds(
            "ip",
            &format!("-n {left} link set {left} {state}")
        ));
    }

    /// Starts both hosts.
    fn start(&self, folder: &Folder) -> [Child; 2] {
        let lines = [1, 2].map(|host| format!("10.77.{}.{host}:2101\n", self.0));
        let hosts = folder.file("hosts.txt", &lines.concat());
        [0, 1].map(|host| {
            let number = host.to_string();
            let more = ["--hosts", &hosts, "--host", &number, "--threads", "1"];
            let run = command(&[&CENSUS[..], &more].concat());
            Command::new("ip")
                .args(["netns", "exec", &self.names()[host]])
                .arg(run.get_program())
                .args(run.get_args())
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
    }

    /// The number of bytes that the left host has sent.
    fn sent(&self) -> u64 {
        let [left, _] = self.names();
        let args = ["netns", "exec", &left, "cat", "/proc/net/dev"];
        let output = Command::new("ip").args(args).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let line = text.lines().find(|line| line.trim().starts_with(&left));
        let fields = line.and_then(|line| line.split_once(':')).unwrap().1;
        fields.split_whitespace().nth(8).unwrap().parse().unwrap()
    }

    /// What the left end has dropped.
    fn dropped(&self) -> String {
        let [left, _] = self.names();
        let args = [
            "netns", "exec", &left, "tc", "-s", "qdisc", "show", "dev", &left,
        ];
        let output = Command::new("ip").args(args).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let from = text.split_once("(dropped ").map_or("?", |(_, rest)| rest);
        from.split(',').next().unwrap_or_default().to_owned()
    }

    /// Waits until the hosts have exchanged some states.
    fn wait_until_busy(&self) {
        let end = Instant::now() + Duration::from_secs(60);
        while self.sent() < 50_000 {
            assert!(Instant::now() < end, "the hosts exchange nothing");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for name in self.names() {
            succeeds("ip", &format!("netns del {name}"));
        }
    }
}

fn assert_counted([first, second]: [Child; 2], what: &str) {
    let first = first.wait_with_output().unwrap();
    assert!(first.status.success(), "{what}: {first:?}");
    let second = second.wait_with_output().unwrap();
    assert!(second.status.success(), "{what}: {second:?}");
    let found = String::from_utf8(first.stdout).unwrap();
    assert_eq!(found, fewest(&CENSUS, "").stdout, "{what}");
}

#[test]
#[ignore = "takes a minute; cargo xtask soak runs it"]
fn bad_networks_change_no_count() {
    let folder = Folder::new("networks-bad");
    let Some(network) = Network::new(1) else {
        return;
    };
    let disciplines = [
        "netem delay 5ms 2ms rate 50mbit loss 1%",
        "netem delay 50ms reorder 10%",
        // A short queue before a slow link loses packets.
        "tbf rate 20mbit burst 16kb limit 20kb",
        "tbf rate 5mbit burst 16kb latency 50ms",
    ];
    for discipline in disciplines {
        if !network.shape(discipline) {
            eprintln!("skipped: this kernel has no {discipline}");
            continue;
        }
        let started = Instant::now();
        let before = network.sent();
        assert_counted(network.start(&folder), discipline);
        println!(
            "{discipline}: {:?}, host 0 sent {} bytes and lost {} packets",
            started.elapsed(),
            network.sent() - before,
            network.dropped()
        );
    }
}

#[test]
#[ignore = "takes a minute; cargo xtask soak runs it"]
fn a_link_that_is_down_for_a_moment_changes_no_count() {
    let folder = Folder::new("networks-moment");
    let Some(network) = Network::new(2) else {
        return;
    };
    network.shape("tbf rate 5mbit burst 16kb latency 50ms");
    let hosts = network.start(&folder);
    network.wait_until_busy();
    network.set_link("down");
    std::thread::sleep(Duration::from_millis(1500));
    network.set_link("up");
    assert_counted(hosts, "down and up");
}

#[test]
#[ignore = "takes a minute; cargo xtask soak runs it"]
fn a_link_that_stays_down_ends_both_hosts() {
    let folder = Folder::new("networks-down");
    let Some(network) = Network::new(3) else {
        return;
    };
    network.shape("tbf rate 5mbit burst 16kb latency 50ms");
    let hosts = network.start(&folder);
    network.wait_until_busy();
    let cut = Instant::now();
    network.set_link("down");
    for (host, other) in hosts
        .into_iter()
        .zip(["host 1 (10.77.3.2:2101)", "host 0 (10.77.3.1:2101)"])
    {
        let output = host.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(output.stdout.is_empty());
        assert!(message.contains(other), "{message}");
    }
    println!("both hosts have ended after {:?}", cut.elapsed());
}
