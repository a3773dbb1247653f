//! Runs processes as threads.

use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use fewest_cluster::{Cluster, ConnectError, Membership, connect};

/// A team on this machine with a listener for each member.
pub(crate) struct Team {
    pub(crate) listeners: Vec<TcpListener>,
    pub(crate) addresses: Vec<String>,
    pub(crate) silence: Duration,
}

impl Team {
    pub(crate) fn new(processes: usize) -> Self {
        let listen = |_| TcpListener::bind("127.0.0.1:0").unwrap();
        let listeners: Vec<_> = (0..processes).map(listen).collect();
        let address = |listener: &TcpListener| listener.local_addr().unwrap().to_string();
        Self {
            addresses: listeners.iter().map(address).collect(),
            listeners,
            silence: Duration::from_secs(20),
        }
    }

    pub(crate) fn membership(&self, own: usize) -> Membership {
        Membership {
            own,
            addresses: self.addresses.clone(),
            names: (0..self.addresses.len())
                .map(|number| format!("process {number}"))
                .collect(),
            version: "1.2.3".to_owned(),
            secret: "secret".to_owned(),
            patience: Duration::from_secs(20),
            silence: self.silence,
        }
    }

    /// Runs `work` in all members and returns their results.
    pub(crate) fn run<T: Send>(&self, work: impl Fn(usize, Cluster) -> T + Sync) -> Vec<T> {
        self.run_as(
            |own| self.membership(own),
            |own, cluster| work(own, cluster.unwrap()),
        )
    }

    /// Like `run` with other memberships, which may not fit together.
    pub(crate) fn run_as<T: Send>(
        &self,
        membership: impl Fn(usize) -> Membership + Sync,
        work: impl Fn(usize, Result<Cluster, ConnectError>) -> T + Sync,
    ) -> Vec<T> {
        thread::scope(|scope| {
            let (membership, work) = (&membership, &work);
            let members: Vec<_> = (self.listeners.iter().enumerate())
                .map(|(own, listener)| {
                    scope.spawn(move || {
                        work(own, connect(listener, &membership(own), &mut || Ok(())))
                    })
                })
                .collect();
            let results = members.into_iter().map(|member| member.join().unwrap());
            results.collect()
        })
    }
}
