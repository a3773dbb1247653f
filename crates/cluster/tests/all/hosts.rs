//! Files with the addresses of hosts.

use fewest_cluster::read_hosts;

#[test]
fn good_files() {
    let text = "one:2101\ntwo.example.org:2101\r\n10.0.0.3:7\n[::1]:2101\n";
    let addresses = read_hosts(text, 3).unwrap();
    assert_eq!(
        addresses,
        [
            "one:2101",
            "two.example.org:2101",
            "10.0.0.3:7",
            "[::1]:2101"
        ]
    );
}

#[test]
fn wrong_files() {
    let cases = [
        (
            "one:1\n\ntwo:2\n",
            0,
            "line 2 is not HOST:PORT: it is empty",
        ),
        ("one\n", 0, "line 1 is not HOST:PORT: one"),
        ("one:0\n", 0, "line 1 is not HOST:PORT: one:0"),
        ("one:1\n:2\n", 0, "line 2 is not HOST:PORT: :2"),
        ("one:70000\n", 0, "line 1 is not HOST:PORT: one:70000"),
        ("one two:1\n", 0, "line 1 is not HOST:PORT: one two:1"),
        (
            "one:1\ntwo:1\nONE:1\n",
            0,
            "lines 1 and 3 are the same address: one:1",
        ),
        (
            "one:1\ntwo:2\n",
            2,
            "it has 2 lines, so there is no host 2; the first line is host 0",
        ),
        (
            "",
            0,
            "it has 0 lines, so there is no host 0; the first line is host 0",
        ),
    ];
    for (text, host, message) in cases {
        let error = read_hosts(text, host).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    let many: String = (0..1025).map(|n| format!("host{n}:1\n")).collect();
    assert!(read_hosts(&many, 0).is_err());
}
