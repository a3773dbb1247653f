//! The result of a run on disk: the histogram and the hardest states.

use std::ops::Range;

use super::error::DiskError;
use super::run::DiskEnumeration;
use super::segment::places_of_layer;
use fewest_tables::enumeration::Census;

impl DiskEnumeration {
    /// The census of a complete run for the states whose ranks lie in `counted`, with up to
    /// `hardest` of the states farthest away. If only some of the states are counted, the run must
    /// keep its layers.
    ///
    /// # Errors
    /// Returns an error if a file is damaged or cannot be read.
    pub fn census(&self, hardest: usize, counted: Range<u64>) -> Result<Census, DiskError> {
        let plan = &self.log.manifest.plan;
        if counted != (0..plan.states) {
            return self.census_of_some(hardest, counted);
        }
        let histogram = self.log.manifest.histogram.clone();
        let mut farthest = Vec::new();
        if let Some(depth) = histogram.len().checked_sub(1) {
            for (segment, lists) in self.log.manifest.segments.iter().enumerate() {
                if farthest.len() >= hardest {
                    break;
                }
                let at = (segment, depth as u32);
                let places = places_of_layer(at, plan, lists, &self.log.files)?;
                let first = (segment as u64) << plan.segment_bits;
                let left = hardest - farthest.len();
                farthest.extend(places.iter().take(left).map(|&p| first + u64::from(p)));
            }
        }
        Ok(Census {
            unreached: plan.states - histogram.iter().sum::<u64>(),
            histogram,
            hardest: farthest,
        })
    }

    /// Does the same as [`census`](Self::census) by reading all lists.
    fn census_of_some(&self, hardest: usize, counted: Range<u64>) -> Result<Census, DiskError> {
        let plan = &self.log.manifest.plan;
        let mut census = Census {
            unreached: counted.end - counted.start,
            ..Census::default()
        };
        for depth in 0..self.log.manifest.histogram.len() {
            let (mut states, mut ranks) = (0, Vec::new());
            for (segment, lists) in self.log.manifest.segments.iter().enumerate() {
                let first = (segment as u64) << plan.segment_bits;
                let places =
                    places_of_layer((segment, depth as u32), plan, lists, &self.log.files)?;
                let here = places.iter().map(|&place| first + u64::from(place));
                for rank in here.filter(|rank| counted.contains(rank)) {
                    states += 1;
                    if ranks.len() < hardest {
                        ranks.push(rank);
                    }
                }
            }
            census.histogram.push(states);
            census.unreached -= states;
            if states > 0 {
                census.hardest = ranks;
            }
        }
        while census.histogram.last() == Some(&0) {
            census.histogram.pop();
        }
        Ok(census)
    }
}
