//! What a sequence of moves does: pieces change places and turn.

use super::Orbit;

/// By orbit, by slot: which slot's piece comes here, and by how much it is turned.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Turn(pub(super) Vec<Slots>);

type Slots = Vec<(u8, u8)>;

impl Turn {
    pub(super) fn nothing(orbits: &[Orbit]) -> Self {
        let slots = |orbit: &Orbit| (0..orbit.pieces as u8).map(|slot| (slot, 0)).collect();
        Self(orbits.iter().map(slots).collect())
    }

    /// This, then `next`.
    pub(super) fn then(&self, next: &Self, orbits: &[Orbit]) -> Self {
        let orbit = |((now, next), orbit): ((&Slots, &Slots), &Orbit)| {
            let slot = |&(from, turned): &(u8, u8)| {
                let (before, already) = now[usize::from(from)];
                (before, (already + turned) % orbit.orientations as u8)
            };
            next.iter().map(slot).collect()
        };
        Self(self.0.iter().zip(&next.0).zip(orbits).map(orbit).collect())
    }

    pub(super) fn inverse(&self, orbits: &[Orbit]) -> Self {
        let orbit = |(slots, orbit): (&Slots, &Orbit)| {
            let mut back = vec![(0, 0); slots.len()];
            let count = orbit.orientations as u8;
            for (to, &(from, turned)) in slots.iter().enumerate() {
                back[usize::from(from)] = (to as u8, (count - turned) % count);
            }
            back
        };
        Self(self.0.iter().zip(orbits).map(orbit).collect())
    }

    /// This so many times; takes time in proportion to the logarithm of `times`.
    pub(super) fn times(&self, times: u32, orbits: &[Orbit]) -> Self {
        let mut out = Self::nothing(orbits);
        let mut power = self.clone();
        let mut left = times;
        while left > 0 {
            if left & 1 == 1 {
                out = out.then(&power, orbits);
            }
            left >>= 1;
            if left > 0 {
                power = power.then(&power, orbits);
            }
        }
        out
    }
}
