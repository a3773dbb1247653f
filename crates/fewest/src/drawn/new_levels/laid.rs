//! Levels with things that are laid on them at random, and small changes of such levels.

use fewest_lang::{LevelPlan, Spot};
use fewest_search::random::Random;

/// A thing is tried on this many spots before a level is given up.
const TRIES: usize = 64;

/// A level: for each line of the plan, the spots on which its things lie.
#[derive(Debug, Clone)]
pub(super) struct LaidLevel<'p> {
    plan: &'p LevelPlan,
    lines: Vec<Vec<&'p Spot>>,
    is_covered: Vec<bool>,
}

impl<'p> LaidLevel<'p> {
    /// Lays a random number of things on random spots. `None` if they found no room.
    pub(super) fn random(plan: &'p LevelPlan, random: &mut Random) -> Option<Self> {
        let mut level = Self {
            plan,
            lines: vec![Vec::new(); plan.lines().len()],
            is_covered: vec![false; plan.cells()],
        };
        // Large things first, because they need most room.
        let size = |line: usize| {
            let spots = &plan.lines()[line].spots;
            spots.iter().map(|spot| spot.cells.len()).max()
        };
        let mut order: Vec<usize> = (0..plan.lines().len()).collect();
        order.sort_by_key(|&line| std::cmp::Reverse(size(line)));
        for line in order {
            let range = &plan.lines()[line].things;
            let wanted = range.start() + random.index(range.end() - range.start() + 1);
            while level.things(line) < wanted && level.add(line, random) {}
            if level.things(line) < *range.start() {
                return None;
            }
        }
        Some(level)
    }

    /// Returns the level with one or two small changes: a thing is moved, added or taken away.
    /// If no change is found, the level stays as it is.
    pub(super) fn changed(&self, random: &mut Random) -> Self {
        for _ in 0..TRIES {
            let mut level = self.clone();
            for _ in 0..=random.below(2) {
                level.change(random);
            }
            if level.is_complete() && level.lines != self.lines {
                return level;
            }
        }
        self.clone()
    }

    /// Draws the level as a file of boards has it.
    pub(super) fn draw(&self) -> String {
        self.plan.draw(self.lines.iter().flatten().copied())
    }

    fn change(&mut self, random: &mut Random) {
        let line = random.index(self.lines.len());
        match random.below(4) {
            0 => {
                self.add(line, random);
            }
            1 => self.take(line, random),
            _ => {
                self.take(line, random);
                self.add(line, random);
            }
        }
    }

    fn is_complete(&self) -> bool {
        let mut lines = self.plan.lines().iter().enumerate();
        lines.all(|(line, planned)| planned.things.contains(&self.things(line)))
    }

    /// The number of things of a line.
    fn things(&self, line: usize) -> usize {
        self.lines[line].iter().map(|spot| spot.things).sum()
    }

    /// Lays one more thing of a line. Returns whether it found room.
    fn add(&mut self, line: usize, random: &mut Random) -> bool {
        let spots = &self.plan.lines()[line].spots;
        if spots.is_empty() {
            return false;
        }
        for _ in 0..TRIES {
            let spot = &spots[random.index(spots.len())];
            let is_laid = |once| self.lines.iter().flatten().any(|laid| laid.once == once);
            let is_free = spot.cells.iter().all(|&(cell, _)| !self.is_covered[cell]);
            if is_free && (spot.once.is_none() || !is_laid(spot.once)) {
                self.cover(spot, true);
                self.lines[line].push(spot);
                return true;
            }
        }
        false
    }

    /// Takes a thing of a line away, if there is one.
    fn take(&mut self, line: usize, random: &mut Random) {
        if !self.lines[line].is_empty() {
            let at = random.index(self.lines[line].len());
            let spot = self.lines[line].swap_remove(at);
            self.cover(spot, false);
        }
    }

    fn cover(&mut self, spot: &Spot, covered: bool) {
        for &(cell, _) in &spot.cells {
            self.is_covered[cell] = covered;
        }
    }
}
