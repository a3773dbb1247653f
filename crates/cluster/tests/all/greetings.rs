//! Processes that do not belong together are refused before anything else happens.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use fewest_cluster::{ConnectError, Membership, connect};
use fewest_tables::Peers;

use crate::team::Team;

fn refusals(change: impl Fn(usize, &mut Membership) + Sync) -> Vec<ConnectError> {
    let team = Team::new(2);
    let membership = |own| {
        let mut membership = team.membership(own);
        membership.patience = Duration::from_secs(2);
        change(own, &mut membership);
        membership
    };
    team.run_as(membership, |_, cluster| cluster.err())
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn another_version() {
    let errors = refusals(|own, membership| membership.version = format!("1.{own}"));
    for (own, error) in errors.iter().enumerate() {
        let expected = ConnectError::Version {
            name: format!("process {}", 1 - own),
            theirs: format!("1.{}", 1 - own),
            own: format!("1.{own}"),
        };
        assert_eq!(*error, expected);
    }
    assert_eq!(errors.len(), 2);
}

#[test]
fn another_list_of_hosts_or_another_secret() {
    let lists = refusals(|own, membership| {
        if own == 1 {
            membership.addresses.push("example.org:1".to_owned());
        }
    });
    let secrets = refusals(|own, membership| membership.secret = own.to_string());
    for errors in [lists, secrets] {
        assert!(!errors.is_empty());
        for error in errors {
            assert!(matches!(error, ConnectError::OtherRun { .. }), "{error}");
        }
    }
}

#[test]
fn two_processes_with_one_number() {
    let team = Team::new(3);
    let membership = |own| {
        let mut membership = team.membership(if own == 2 { 1 } else { own });
        membership.patience = Duration::from_secs(2);
        membership
    };
    let errors = team.run_as(membership, |_, cluster| cluster.err());
    let expected = ConnectError::Duplicate {
        name: "process 1".to_owned(),
    };
    assert_eq!(errors[0], Some(expected));
}

#[test]
fn another_program() {
    for answer in [
        "SSH-2.0-OpenSSH_9.6\r\n",
        "fewest cluster 1 but too short",
        "",
    ] {
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut team = Team::new(2);
        team.addresses[0] = other.local_addr().unwrap().to_string();
        thread::spawn(move || {
            let (mut socket, _) = other.accept().unwrap();
            socket.write_all(answer.as_bytes()).unwrap();
        });
        let error = connect(&team.listeners[1], &team.membership(1), &mut || Ok(())).err();
        let expected = ConnectError::NotFewest {
            name: "process 0".to_owned(),
        };
        assert_eq!(error, Some(expected), "{answer}");
    }
}

#[test]
fn strangers_do_not_disturb() {
    let team = Team::new(2);
    let strangers: Vec<_> = [&b"GET / HTTP/1.1\r\n\r\n"[..], b"", &[0xff; 300]]
        .into_iter()
        .map(|bytes| {
            let mut stranger = TcpStream::connect(&team.addresses[0]).unwrap();
            stranger.write_all(bytes).unwrap();
            stranger
        })
        .collect();
    let results = team.run(|_, mut cluster| {
        let messages = cluster.gather(b"here").unwrap();
        cluster.finish();
        messages.len()
    });
    assert_eq!(results, [2, 2]);
    drop(strangers);
}

#[test]
fn processes_that_do_not_come() {
    for own in [0, 1] {
        let mut team = Team::new(2);
        let absent = team.listeners.remove(1 - own);
        drop(absent);
        let mut membership = team.membership(own);
        membership.patience = Duration::from_millis(200);
        let error = connect(&team.listeners[0], &membership, &mut || Ok(())).err();
        let Some(ConnectError::Missing { name, .. }) = error else {
            panic!("{error:?}")
        };
        assert_eq!(name, format!("process {}", 1 - own));
    }
    let team = Team::new(2);
    let mut look = || Err("enough".to_owned());
    let error = connect(&team.listeners[0], &team.membership(0), &mut look).err();
    assert_eq!(error, Some(ConnectError::Abandoned("enough".to_owned())));
}
