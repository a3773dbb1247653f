use std::time::Instant;
use fewest_lang::compiled::{compile, Starts};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (file, _) = fewest_lang::read(&std::fs::read_to_string(&a[1]).unwrap()).unwrap();
    let text = std::fs::read_to_string(&a[2]).unwrap();
    let t = Instant::now();
    let boards = file.unplayed(&text).unwrap();
    eprintln!("{} boards read {:?}", boards.len(), t.elapsed());
    let (mut g, mut c, mut rules) = (0.0, 0.0, 0);
    for (b, _) in &boards {
        let t = Instant::now();
        let i = match file.play(b) { Ok(i) => i, Err(e) => { eprintln!("{e}"); continue } };
        g += t.elapsed().as_secs_f64();
        rules += i.ground.rules.len();
        let t = Instant::now();
        if let Err(e) = compile(&i.ground, Starts::One(&i.start)) { eprintln!("{e}"); }
        c += t.elapsed().as_secs_f64();
    }
    let n = boards.len() as f64;
    eprintln!("ground {:.3} ms, compile {:.3} ms, rules {:.0}", g*1e3/n, c*1e3/n, rules as f64/n);
}
