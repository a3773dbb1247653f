//! `fewest play` in a real terminal: tmux sends keys and reads the screen.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::program::fewest;

/// How long a test waits for a text. It is long, because the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(40);

/// What the shell prints when the program has ended; the exit code follows.
const ENDED: &str = "ended with";

/// A terminal of its own, in which the program runs.
struct Terminal {
    server: String,
}

impl Terminal {
    /// Runs the program with these arguments in a terminal of `width` columns and `height` rows.
    fn start(args: &str, (width, height): (u16, u16)) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let server = format!("fewest-{}-{number}", std::process::id());
        let terminal = Self { server };
        // After the program, stty shows whether the terminal is as it was.
        let program = env!("CARGO_BIN_EXE_fewest");
        let line = format!(
            "'{program}' play {args}; echo {ENDED} $?; stty -a | tr ';' '\\n' | grep -w -o -e '-*icanon' -e '-*echo'; cat"
        );
        let (width, height) = (width.to_string(), height.to_string());
        let session = ["new-session", "-d", "-x", &width, "-y", &height];
        terminal.tmux(
            &[
                &["-u", "-f", "/dev/null"],
                &session[..],
                &["sh", "-c", &line],
            ]
            .concat(),
        );
        terminal
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-L", &self.server])
            .args(args)
            .env_remove("TMUX")
            .env_remove("NO_COLOR")
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .current_dir(crate::program::project(""))
            .output();
        let output = output.unwrap_or_else(|error| {
            panic!("this test needs tmux (Debian: apt-get install tmux): {error}")
        });
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tmux {args:?}: {errors}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen fulfils a condition.
    fn wait(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let screen = self.screen();
            if holds(&screen) {
                return screen;
            }
            assert!(started.elapsed() < PATIENCE, "waited for {what}:\n{screen}");
            std::thread::sleep(LOOK);
        }
    }

    /// Waits until the screen shows a text.
    fn see(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Presses keys by their names in tmux, such as `Up` or `C-z`.
    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn type_text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Clicks on the first occurrence of a text on the screen.
    fn click(&self, text: &str) {
        let screen = self.see(text);
        let place = screen.lines().enumerate().find_map(|(row, line)| {
            let column = line.find(text)?;
            Some((line[..column].chars().count() + 1, row + 1))
        });
        let (column, row) = place.unwrap();
        self.type_text(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    /// Waits for the end of the program, and checks its exit code and that the terminal is restored.
    fn ended(&self, code: i32) -> String {
        let screen = self.see(&format!("{ENDED} {code}\nicanon\necho\n"));
        assert!(!screen.contains("Space menu"), "{screen}");
        screen
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The server may have ended already.
        let _ = Command::new("tmux")
            .args(["-L", &self.server, "kill-server"])
            .output();
    }
}

/// A file with a board, which is removed with this value.
struct BoardFile(std::path::PathBuf);

impl BoardFile {
    fn new(board: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("fewest-play-{}-{number}.txt", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, board).unwrap();
        Self(path)
    }
}

impl Drop for BoardFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl std::fmt::Display for BoardFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "'{}'", self.0.display())
    }
}

const WIDE: (u16, u16) = (80, 24);

#[test]
fn a_game_is_played_with_letters_and_undone() {
    let flip = Terminal::start("flip examples/flip.txt", WIDE);
    flip.see("can be solved");
    flip.type_text("r1c1");
    flip.see("| 1 move |");
    flip.type_text("r1c2r2c2");
    flip.see("| 3 moves |");
    flip.press(&["C-z"]);
    flip.see("| 2 moves |");
    flip.press(&["C-y"]);
    flip.see("| 3 moves |");
    flip.type_text("r4c3");
    flip.see("Solved in 4 moves, the fewest there can be.");
    flip.press(&["C-c"]);
    let screen = flip.ended(130);
    assert!(
        screen.contains("solved in 4 moves\nr1c1 r1c2 r2c2 r4c3\n"),
        "{screen}"
    );
}

#[test]
fn hints_grow_and_the_solution_plays_itself() {
    let tiles = Terminal::start("tiles --moves 6..8 --seed 7 3x3", WIDE);
    tiles.see("can be solved");
    tiles.press(&["Tab"]);
    tiles.see("moves left.");
    tiles.press(&["Tab"]);
    tiles.see("the next moves");
    tiles.press(&["Tab"]);
    tiles.see("moves left; move ");
    tiles.press(&["Space"]);
    tiles.see("show the rest of the solution");
    tiles.press(&["s"]);
    tiles.see("the fewest there can be.");
    tiles.press(&["Space", "q"]);
    assert!(tiles.ended(0).contains("solved in "));
}

#[test]
fn a_dead_end_is_told_and_arrows_move() {
    let board = BoardFile::new("######\n#_.__#\n#_$@_#\n#____#\n######\n");
    let sokoban = Terminal::start(&format!("sokoban {board}"), WIDE);
    sokoban.see("can be solved");
    sokoban.press(&["Left"]);
    sokoban.see("This position can no longer be solved. Undo the last move.");
    sokoban.press(&["C-r"]);
    sokoban.see("| 0 moves | can be solved");
    sokoban.press(&["C-q"]);
    sokoban.ended(0);
}

#[test]
fn the_mouse_chooses_cells_and_buttons() {
    let tiles = Terminal::start("eight", WIDE);
    tiles.see("The goal:");
    tiles.press(&["Escape"]);
    let start = tiles.wait("the board alone", |screen| {
        screen.contains("can be solved") && !screen.contains("The goal:")
    });
    tiles.press(&["Space"]);
    tiles.see("all moves here");
    tiles.click("all moves here");
    tiles.see("All moves here");
    tiles.press(&["Enter"]);
    tiles.see("| 1 move |");
    tiles.click("undo");
    tiles.wait("the start", |screen| {
        screen.contains("| 0 moves |") && screen.lines().next() == start.lines().next()
    });
    tiles.click("quit");
    tiles.ended(0);
}

#[test]
fn a_hopeless_search_runs_beside_the_game_and_is_cancelled() {
    let board = BoardFile::new("15 14 8 12\n10 11 9 13\n2 6 5 1\n7 3 4 _\n");
    let tiles = Terminal::start(&format!("tiles {board} --time 10m --memory 200MiB"), WIDE);
    tiles.see("searching");
    tiles.press(&["Tab"]);
    tiles.see("Searching; Esc cancels.");
    // The game goes on while the search runs.
    tiles.press(&["Space"]);
    tiles.see("the keys");
    tiles.press(&["Escape"]);
    tiles.wait("the menu to close", |screen| !screen.contains("the keys"));
    tiles.press(&["Escape"]);
    tiles.see("The search was cancelled");
    tiles.press(&["C-c"]);
    tiles.ended(130);
}

#[test]
fn every_size_is_drawn_and_a_resize_too() {
    let flip = Terminal::start("flip examples/flip.txt", (12, 5));
    flip.see("A game");
    for (width, height) in [("30", "12"), ("100", "40")] {
        flip.tmux(&["resize-window", "-x", width, "-y", height]);
        flip.see("Space menu");
        flip.see("0 moves");
    }
    flip.press(&["C-q"]);
    flip.ended(0);
}

#[test]
fn a_signal_restores_the_terminal() {
    let flip = Terminal::start("flip", WIDE);
    flip.see("Space menu");
    let shell = flip.tmux(&["list-panes", "-F", "#{pane_pid}"]);
    let children = Command::new("pkill")
        .args(["-TERM", "-P", shell.trim()])
        .status()
        .unwrap();
    assert!(children.success());
    flip.ended(130);
}

#[test]
fn limits_and_wrong_input_are_told_before_the_game() {
    let stopped = Terminal::start("klotski --moves 100..120 --time 1ms", WIDE);
    stopped.ended(3);
    let none = Terminal::start("none", WIDE);
    none.see("there is no puzzle 'none'");
    none.ended(2);
    let piped = fewest(&["play", "flip"], "");
    assert_eq!((piped.code, piped.stdout.as_str()), (Some(2), ""));
    assert!(piped.stderr.contains("stdout is none"), "{}", piped.stderr);
}
