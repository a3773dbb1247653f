//! Processes that are threads and send each other mail.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use fewest_tables::{Outgoing, Parcel, PeerError, Peers, Receive};

/// Where the processes leave their mail.
struct PostOffice {
    state: Mutex<Mail>,
    changed: Condvar,
    processes: usize,
}

/// Parcels with their senders.
type SentParcels = Vec<(usize, Vec<u8>)>;

#[derive(Default)]
struct Mail {
    /// The parcels that have arrived for each process in each round.
    boxes: BTreeMap<(usize, u64), SentParcels>,
    /// For each process, the first round that it has not ended.
    open: Vec<u64>,
    ended: Option<PeerError>,
}

struct Member<'a> {
    office: &'a PostOffice,
    own: usize,
    round: u64,
}

impl Peers for Member<'_> {
    fn own(&self) -> usize {
        self.own
    }

    fn processes(&self) -> usize {
        self.office.processes
    }

    fn exchange(
        &mut self,
        next: &mut dyn FnMut() -> Outgoing,
        receive: &mut Receive<'_>,
    ) -> Result<(), PeerError> {
        loop {
            let outgoing = next();
            let mut mail = self.office.state.lock().unwrap();
            match outgoing {
                Outgoing::Parcel(Parcel { to, bytes }) => {
                    assert_ne!(bytes.len(), 0);
                    let letters = mail.boxes.entry((to, self.round)).or_default();
                    letters.push((self.own, bytes));
                }
                Outgoing::Nothing => {
                    drop(mail);
                    thread::park_timeout(Duration::from_millis(1));
                    mail = self.office.state.lock().unwrap();
                }
                Outgoing::End => mail.open[self.own] = self.round + 1,
                Outgoing::Fail(message) => {
                    mail.ended.get_or_insert(PeerError::Failed {
                        process: self.own,
                        message,
                    });
                    self.office.changed.notify_all();
                }
                Outgoing::Stop(reason) => {
                    drop(mail);
                    return Err(self.end(reason.into()));
                }
            }
            self.office.changed.notify_all();
            loop {
                if let Some(error) = &mail.ended {
                    return Err(error.clone());
                }
                let letters = mail.boxes.remove(&(self.own, self.round));
                let received_all = letters.is_none();
                drop(mail);
                for (from, bytes) in letters.into_iter().flatten() {
                    receive(from, &bytes).unwrap();
                }
                mail = self.office.state.lock().unwrap();
                if mail.open[self.own] <= self.round {
                    break;
                }
                if received_all {
                    // Both may have come while the lock was given up.
                    if mail.ended.is_some() || mail.boxes.contains_key(&(self.own, self.round)) {
                        continue;
                    }
                    if mail.open.iter().all(|&open| open > self.round) {
                        self.round += 1;
                        return Ok(());
                    }
                    mail = self.office.changed.wait(mail).unwrap();
                }
            }
        }
    }

    fn gather(&mut self, message: &[u8]) -> Result<Vec<Vec<u8>>, PeerError> {
        let mut messages = vec![Vec::new(); self.processes()];
        let mut parcels = (0..self.processes()).map(|to| Parcel {
            to,
            bytes: message.to_vec(),
        });
        let mut next = || parcels.next().map_or(Outgoing::End, Outgoing::Parcel);
        self.exchange(&mut next, &mut |from, bytes| {
            messages[from] = bytes.to_vec();
            Ok(())
        })?;
        Ok(messages)
    }

    fn end(&mut self, error: PeerError) -> PeerError {
        let mut mail = self.office.state.lock().unwrap();
        let error = mail.ended.get_or_insert(error).clone();
        self.office.changed.notify_all();
        error
    }
}

/// Runs `work` in as many processes, and returns their results in the order of their numbers.
pub(crate) fn together<T: Send>(
    processes: usize,
    work: impl Fn(&mut dyn Peers) -> T + Sync,
) -> Vec<T> {
    let office = PostOffice {
        state: Mutex::new(Mail {
            open: vec![0; processes],
            ..Mail::default()
        }),
        changed: Condvar::new(),
        processes,
    };
    thread::scope(|scope| {
        let members: Vec<_> = (0..processes)
            .map(|own| {
                let (office, work) = (&office, &work);
                scope.spawn(move || {
                    work(&mut Member {
                        office,
                        own,
                        round: 0,
                    })
                })
            })
            .collect();
        let results = members.into_iter().map(|member| member.join().unwrap());
        results.collect()
    })
}
