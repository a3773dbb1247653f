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
        let manifest = &self.log.manifest;
        let plan = &manifest.plan;
        let mut census = Census {
            unreached: counted.end - counted.start,
            ..Census::default()
        };
        let all_count = counted == (0..plan.states);
        for (depth, &in_layer) in (0..).zip(&manifest.histogram) {
            let (mut states, mut ranks) = (0, Vec::new());
            let is_last = depth as usize + 1 == manifest.histogram.len();
            if all_count && (!is_last || hardest == 0) {
                states = in_layer;
            } else {
                for (segment, lists) in manifest.segments.iter().enumerate() {
                    let first = (segment as u64) << plan.segment_bits;
                    let places = places_of_layer((segment, depth), plan, lists, &self.log.files)?;
                    let here = places.iter().map(|&place| first + u64::from(place));
                    for rank in here.filter(|rank| counted.contains(rank)) {
                        states += 1;
                        if ranks.len() < hardest {
                            ranks.push(rank);
                        }
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
