use fewest::puzzles::tiles::{Goal, Manhattan, Tiles, read};
use fewest::rules::{Limits, Outcome};
use fewest::search::{Automaton, Duplicates, NodeOrder, Reach, idastar};
use std::time::Instant;

fn main() {
    let most: u64 = std::env::args()
        .filter_map(|a| a.parse().ok())
        .next()
        .unwrap_or(20_000_000);
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/golden/tiles/korf100.txt"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let puzzle = Tiles::<u64>::new(4, 4, Goal::BlankFirst).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    let reach = Reach {
        moves: std::env::var("DEPTH").map_or(2, |d| d.parse().unwrap()),
        sequences: 1 << 18,
    };
    let limits = Limits::default();
    let t = Instant::now();
    let automaton =
        Automaton::find(&puzzle, reach, &mut fewest::rules::Meter::new(&limits)).unwrap();
    println!("{} states {:?}", automaton.states(), t.elapsed());
    let (mut gen_, mut exp, mut secs) = (0u64, 0u64, 0f64);
    let cpu = fewest_bench::cpu_time();
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let w: Vec<&str> = line.split_ascii_whitespace().collect();
        let published: u64 = w[3].parse().unwrap();
        if published > most {
            continue;
        }
        let board = &read(&w[4..].join(" ")).unwrap()[0].0;
        let start = puzzle.state(board).unwrap();
        let t = Instant::now();
        let report = idastar(
            &puzzle,
            start,
            &manhattan,
            &automaton,
            Duplicates::Enter,
            NodeOrder::Moves,
            &Limits::default(),
        );
        secs += t.elapsed().as_secs_f64();
        let Outcome::Solved { moves } = &report.outcome else {
            panic!()
        };
        assert_eq!(moves.len(), w[2].parse::<usize>().unwrap());
        gen_ += report.statistics.generated;
        exp += report.statistics.expanded;
        if report.statistics.generated + 1 != published && reach.moves == 2 {
            println!(
                "{} published {} generated {} diff {}",
                w[0],
                published,
                report.statistics.generated,
                published as i64 - report.statistics.generated as i64
            );
        }
    }
    let cpu = (fewest_bench::cpu_time() - cpu).as_secs_f64();
    println!(
        "{gen_} generated {exp} expanded wall {secs:.3} cpu {cpu:.2}: {:.1} M gen/s {:.1} M exp/s",
        gen_ as f64 / cpu / 1e6,
        exp as f64 / cpu / 1e6
    );
}
