//! The list of contest problems that `fewest` can answer, with their names.

use fewest_puzzles::flip::judge::Poj1753;
use fewest_puzzles::four_in_a_row::Codevs1004;
use fewest_puzzles::judge::Judge;
use fewest_puzzles::rotation::Poj2286;
use fewest_puzzles::wall_pusher::Uva10384;

/// A program that answers a contest problem, with the names of the problem.
#[derive(Debug, Clone, Copy)]
pub struct JudgeEntry {
    /// The name that the documentation uses.
    pub name: &'static str,
    /// The names of the problem in other contests, if they use the same format.
    pub aliases: &'static [&'static str],
    /// Starts the program.
    pub start: fn() -> Box<dyn Judge>,
}

const JUDGES: [JudgeEntry; 4] = [
    JudgeEntry {
        name: "poj-1753",
        aliases: &["poj1753", "timus-1060", "timus1060", "flip"],
        start: || Box::new(Poj1753::new()),
    },
    JudgeEntry {
        name: "codevs-1004",
        aliases: &["codevs1004", "wikioi-1004", "luogu-p2346", "four-in-a-row"],
        start: || Box::new(Codevs1004::default()),
    },
    JudgeEntry {
        name: "uva-10384",
        aliases: &["uva10384", "wall-pusher"],
        start: || Box::new(Uva10384::default()),
    },
    JudgeEntry {
        name: "poj-2286",
        aliases: &[
            "poj2286",
            "hdu-1667",
            "hdu1667",
            "uva-1343",
            "uva1343",
            "acwing-181",
            "acwing181",
            "rotation",
        ],
        start: || Box::new(Poj2286::default()),
    },
];

/// Every judge.
pub fn all() -> &'static [JudgeEntry] {
    &JUDGES
}

/// The judge with this name or alias. The case of letters does not matter.
pub fn find(name: &str) -> Option<Box<dyn Judge>> {
    JUDGES
        .iter()
        .find(|judge| {
            std::iter::once(&judge.name)
                .chain(judge.aliases)
                .any(|known| known.eq_ignore_ascii_case(name))
        })
        .map(|judge| (judge.start)())
}

/// All names as one list, with aliases in brackets.
pub fn names() -> String {
    JUDGES
        .map(|judge| format!("{} ({})", judge.name, judge.aliases.join(", ")))
        .join(", ")
}
