//! Whatever fails is noticed by all processes, and named.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use fewest_cluster::Cluster;
use fewest_tables::{Outgoing, PeerError, Peers};

use crate::proxy::{CLOSE, DAMAGE, HOLD, PASS, proxy};
use crate::team::Team;

/// Gathers until something fails.
fn gather_for_ever(cluster: &mut Cluster) -> PeerError {
    loop {
        match cluster.gather(b"here") {
            Ok(messages) => assert_eq!(messages, vec![b"here".to_vec(); messages.len()]),
            Err(error) => return error,
        }
    }
}

fn failed(error: &PeerError) -> (usize, &str) {
    match error {
        PeerError::Failed { process, message } => (*process, message),
        PeerError::Stopped(reason) => panic!("{reason}"),
    }
}

#[test]
fn a_process_that_ends_early_is_named() {
    let errors = Team::new(3).run(|own, mut cluster| {
        if own == 1 {
            for _ in 0..10 {
                cluster.gather(b"here").unwrap();
            }
            return None;
        }
        Some(gather_for_ever(&mut cluster))
    });
    for error in errors.iter().flatten() {
        let (process, message) = failed(error);
        assert_eq!(process, 1, "{message}");
        assert!(message.contains("process 1"), "{message}");
    }
}

/// Both processes notice what the network between them does.
fn bad_network(bad: u8, silence: Duration) -> Vec<PeerError> {
    let mode = Arc::new(AtomicU8::new(PASS));
    let mut team = Team::new(2);
    team.silence = silence;
    team.addresses[0] = proxy(team.addresses[0].clone(), &mode);
    team.run(|own, mut cluster| {
        if own == 0 {
            for _ in 0..10 {
                cluster.gather(b"here").unwrap();
            }
            mode.store(bad, Ordering::Relaxed);
        }
        gather_for_ever(&mut cluster)
    })
}

#[test]
fn a_cut_link_is_noticed() {
    let errors = bad_network(HOLD, Duration::from_millis(500));
    for (own, error) in errors.iter().enumerate() {
        let (process, message) = failed(error);
        assert_eq!(process, 1 - own);
        assert!(message.contains("has not answered for 0.5 s"), "{message}");
    }
}

#[test]
fn damaged_data_are_noticed() {
    let errors = bad_network(DAMAGE, Duration::from_secs(20));
    let damaged = |error: &PeerError| failed(error).1.contains("sent something damaged");
    assert!(errors.iter().any(damaged), "{errors:?}");
}

#[test]
fn a_closed_connection_is_noticed() {
    let errors = bad_network(CLOSE, Duration::from_secs(20));
    for error in &errors {
        let (_, message) = failed(error);
        assert!(message.contains("closed the connection"), "{message}");
    }
}

/// A process that has nothing to send for longer than the silence is not lost.
#[test]
fn a_slow_process_is_waited_for() {
    let mut team = Team::new(2);
    team.silence = Duration::from_millis(500);
    let results = team.run(|own, mut cluster| {
        if own == 1 {
            std::thread::sleep(Duration::from_millis(1200));
        }
        let messages = cluster.gather(&[own as u8]);
        cluster.finish();
        messages
    });
    for messages in results {
        assert_eq!(messages, Ok(vec![vec![0], vec![1]]));
    }
}

/// A process that lives but does not get on is named, again and again, and waited for.
#[test]
fn a_slow_process_is_reported() {
    let results = Team::new(2).run(|own, mut cluster| {
        let (sender, messages) = std::sync::mpsc::channel();
        cluster.on_slow(Duration::from_millis(150), move |message| {
            sender.send(message.to_owned()).unwrap();
        });
        let mut slow = own == 1;
        let mut next = || {
            if std::mem::take(&mut slow) {
                std::thread::sleep(Duration::from_millis(900));
            }
            Outgoing::End
        };
        cluster.exchange(&mut next, &mut |_, _| Ok(())).unwrap();
        cluster.finish();
        messages.try_iter().collect::<Vec<_>>()
    });
    assert!(results[0].len() >= 2, "{results:?}");
    assert!(results[0][0].contains("still waiting for"), "{results:?}");
    assert!(results[1].is_empty(), "{results:?}");
}

/// More bytes than may be on the way, in parcels of all sizes, arrive in the right round.
#[test]
fn much_traffic_arrives_in_its_round() {
    let results = Team::new(3).run(|own, mut cluster| {
        let mut received = 0;
        for round in 0..3_u8 {
            let sizes = (0..400).map(|n| 1 + n * 97 % 60_000);
            let mut parcels = sizes.flat_map(|size| {
                (0..3).filter(move |&to| to != own).map(move |to| {
                    Outgoing::Parcel(fewest_tables::Parcel {
                        to,
                        bytes: vec![round; size],
                    })
                })
            });
            let mut next = || parcels.next().unwrap_or(Outgoing::End);
            let mut receive = |from: usize, bytes: &[u8]| {
                assert!(from != own && bytes.iter().all(|&byte| byte == round));
                received += bytes.len();
                Ok(())
            };
            cluster.exchange(&mut next, &mut receive).unwrap();
        }
        let bytes_sent = cluster.bytes_sent();
        cluster.finish();
        (received, bytes_sent())
    });
    let sent: usize = (0..400).map(|n| 1 + n * 97 % 60_000).sum();
    for (received, bytes) in results {
        assert_eq!(received, 3 * 2 * sent);
        // Each process sends as much as it receives.
        assert!(bytes > received as u64);
    }
}

/// With more processes than cores, some are always a round ahead of others. What they send early
/// must wait for its round.
#[test]
fn what_is_sent_early_waits_for_its_round() {
    let results = Team::new(10).run(|own, mut cluster| {
        let mut received = 0;
        for round in 0..40_u8 {
            let quiet = (own + usize::from(round)) % 3 == 0;
            let mut parcels = (0..10).filter(|&to| to != own && !quiet).map(|to| {
                Outgoing::Parcel(fewest_tables::Parcel {
                    to,
                    bytes: vec![round; 1 + to],
                })
            });
            let mut next = || parcels.next().unwrap_or(Outgoing::End);
            let mut receive = |_: usize, bytes: &[u8]| {
                assert_eq!(bytes, vec![round; 1 + own]);
                received += 1;
                Ok(())
            };
            cluster.exchange(&mut next, &mut receive).unwrap();
        }
        cluster.finish();
        received
    });
    let loud = |from: usize| {
        (0..40)
            .filter(|round| !(from + round).is_multiple_of(3))
            .count()
    };
    for (own, received) in results.into_iter().enumerate() {
        let expected: usize = (0..10).filter(|&from| from != own).map(loud).sum();
        assert_eq!(received, expected);
    }
}
