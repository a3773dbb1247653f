//! The event loop: waits for keys, answers and time, and passes them to the model.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, MouseButton, MouseEventKind};
use fewest::Board;
use fewest::ScenesError;
use fewest::rules::Limits;
use fewest::scene::text::TextColours;

use crate::keys;
use crate::model::{End, Model, Search};
use crate::searcher::{Searcher, SearcherReport};
use crate::terminal::{self, Screen};
use crate::view::View;

/// How long the loop waits for a key before it looks for answers of the search, while a search runs
/// or the solution is played.
const BUSY: Duration = Duration::from_millis(15);
/// How long the loop waits for a key at other times, before it checks whether the process was
/// interrupted.
const IDLE: Duration = Duration::from_millis(100);
/// The time between two moves of the solution.
const STEP: Duration = Duration::from_millis(450);

/// The options with which a board is played.
#[derive(Debug, Clone, Default)]
pub struct PlayOptions {
    /// The limits of each search for a hint or a dead end. The cancel flag and the progress in
    /// these limits are not used.
    pub limits: Limits,
    /// A flag that another thread raises to end the game.
    pub interrupt: Arc<AtomicBool>,
    /// The colours of the terminal.
    pub colours: TextColours,
    /// What the game is about. It is shown at the beginning and from the menu.
    pub rules: String,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// The names of the moves that were made and not taken back.
    pub moves: Vec<String>,
    /// Whether these moves lead to a goal.
    pub is_solved: bool,
    /// Whether the game was interrupted.
    pub is_interrupted: bool,
    /// Reports of panics that occurred in searches. Each of them shows a fault of the program.
    pub faults: Vec<String>,
}

/// Why a game could not be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// stdout is not a terminal.
    #[error("a game is played in a terminal, and stdout is none")]
    NoTerminal,
    /// The board cannot be shown.
    #[error(transparent)]
    Board(#[from] ScenesError),
    /// The terminal cannot be read or written.
    #[error("cannot use the terminal: {0}")]
    Terminal(#[from] io::Error),
}

/// Plays a board until the user ends the game. The terminal is restored before this function
/// returns, and also if this function panics.
///
/// # Errors
/// stdout is not a terminal, the terminal fails, or the board is too large to be drawn.
pub fn play(board: Board, options: &PlayOptions) -> Result<Ended, GameError> {
    if !io::stdout().is_terminal() {
        return Err(GameError::NoTerminal);
    }
    let mut model = Model::new(board)?.with_rules(&options.rules);
    let mut searcher = Searcher::new(options.limits.clone());
    let mut screen = Screen::take()?;
    let played = run(&mut model, &mut searcher, &mut screen, options);
    drop(screen);
    played?;
    Ok(Ended {
        moves: model.game.moves().map(str::to_owned).collect(),
        is_solved: model.game.position().is_goal,
        is_interrupted: model.end == Some(End::Interrupted),
        faults: terminal::panics(),
    })
}

fn run(
    model: &mut Model,
    searcher: &mut Searcher,
    screen: &mut Screen,
    options: &PlayOptions,
) -> Result<(), GameError> {
    let mut view = View::new(options.colours);
    let mut stepped = Instant::now();
    let mut is_stale = true;
    while model.end.is_none() {
        match model.search {
            Search::Wanted => {
                match searcher.search(model.game.board().clone()) {
                    Ok(()) => model.search = Search::Running(None),
                    Err(error) => model.found(Err(format!("No search can start: {error}."))),
                }
                is_stale = true;
            }
            Search::Off => searcher.cancel(),
            Search::Running(_) => {}
        }
        if std::mem::take(&mut is_stale) {
            screen.terminal.draw(|frame| view.draw(frame, model))?;
        }
        let is_busy = model.plays || model.search != Search::Off;
        if event::poll(if is_busy { BUSY } else { IDLE })? {
            is_stale = true;
            let was_playing = model.plays;
            // All waiting keys are handled together, so that drawing never falls behind them.
            loop {
                take(&event::read()?, model, &view);
                if model.end.is_some() || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
            if model.plays && !was_playing {
                stepped = Instant::now();
            }
        }
        // After a move, reports about the position before it may still wait. They are not read.
        while matches!(model.search, Search::Running(_))
            && let Some(report) = searcher.report()
        {
            is_stale = true;
            match report {
                SearcherReport::Progress(now) => model.search = Search::Running(Some(now)),
                SearcherReport::Found(found) => {
                    model.found(found);
                    stepped = Instant::now();
                }
            }
        }
        if model.plays && stepped.elapsed() >= STEP {
            is_stale = true;
            stepped = Instant::now();
            model.tick();
        }
        if options.interrupt.load(Ordering::Relaxed) {
            model.end = Some(End::Interrupted);
        }
    }
    Ok(())
}

/// Passes an event of the terminal to the model.
fn take(event: &Event, model: &mut Model, view: &View) {
    let command = match event {
        Event::Key(key) => keys::command(key),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            view.at(mouse.column, mouse.row)
        }
        // Other events, such as a resize, give no command. After every event the board is drawn
        // again.
        _ => None,
    };
    if let Some(command) = command {
        model.command(command);
    }
}
