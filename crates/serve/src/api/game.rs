//! Answers requests about puzzle files that a user is writing, and about positions of a game.

use fewest::scene::{Movement, Scene, draw, svg};
use fewest::{Board, Expected};
use fewest::{LegalMove, ScenesError};
use serde_json::{Value, json};

use super::Job;
use super::faults::faults_of;
use super::refusal::Refusal;
use super::request::Request;

/// Checks a puzzle file. Answers with its errors, or with its warnings and the pictures of its
/// start and of its goal.
pub(super) fn read(request: &Request, job: &Job) -> Value {
    let puzzle = match job.recent.puzzle(request) {
        Ok(puzzle) => puzzle,
        Err(refusal) => {
            return json!({ "ok": false, "message": refusal.message, "faults": refusal.faults });
        }
    };
    let warnings = faults_of(request.text(), puzzle.warnings(), "warning");
    let start = super::request::start(&puzzle, request.board_text());
    let drawn = start.and_then(|board| Ok((drawn_start(&board, request)?, board)));
    let (start, goal, problem) = match drawn {
        Ok((start, board)) => {
            let goal = board.goal_scene();
            let goal = goal.and_then(|goal| svg_of(&goal, request).ok());
            (start, goal, None)
        }
        Err(refusal) => (Value::Null, None, Some(refusal.message)),
    };
    json!({
        "ok": true,
        "name": puzzle.name(),
        "faults": warnings,
        "start": start,
        "goal": goal,
        "problem": problem,
    })
}

fn drawn_start(board: &Board, request: &Request) -> Result<Value, Refusal> {
    let scene = board.scene()?;
    let text = board.positions(&[]).and_then(|mut all| all.pop());
    Ok(json!({ "svg": svg_of(&scene, request)?, "scene": scene, "text": text }))
}

/// Answers with the position after the moves of the request.
pub(super) fn position(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let board = job.board(request)?;
    let position = board.position(&request.moves)?;
    let moved = movements(&position.scene.data().moved);
    let mut data = position.scene.into_data();
    // The page animates what moved, so the picture need not mark it.
    data.moved.clear();
    let scene = Scene::new(data).map_err(ScenesError::from)?;
    let text = board.positions(&request.moves);
    let legal = |m: &LegalMove| json!({ "name": m.name, "moved": movements(&m.moved) });
    Ok(json!({
        "title": scene.data().title,
        "svg": svg_of(&scene, request)?,
        "scene": scene,
        "text": text.and_then(|mut all| all.pop()),
        "moved": moved,
        "solved": position.is_goal,
        "moves": position.moves.iter().map(legal).collect::<Vec<_>>(),
        "made": request.moves.len(),
    }))
}

/// Answers with the boards of a collection, as texts with their titles. Without a collection these are
/// the boards of the puzzle file itself: its start, and the others that it expects to be solved.
pub(super) fn boards(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let puzzle = job.recent.puzzle(request)?;
    let boards = match request.board_text() {
        Some(text) => puzzle.boards(text)?,
        None => {
            let mut expected = puzzle.expectations();
            expected.retain(|one| one.expected != Expected::Unsolvable);
            let expected = expected.into_iter().map(|one| one.board);
            puzzle.start().into_iter().chain(expected).collect()
        }
    };
    let mut listed: Vec<(String, Option<&str>)> = Vec::new();
    for board in &boards {
        let title = board.level().and_then(|level| level.title.as_deref());
        let text = board.positions(&[]).and_then(|mut all| all.pop());
        if let Some(text) = text.filter(|text| listed.iter().all(|(other, _)| other != text)) {
            listed.push((text, title));
        }
    }
    let level = |(text, title)| json!({ "text": text, "title": title });
    Ok(listed.into_iter().map(level).collect())
}

/// Converts movements to pairs of cells.
fn movements(moved: &[Movement]) -> Value {
    let pair = |m: &Movement| json!([[m.from.row, m.from.column], [m.to.row, m.to.column]]);
    moved.iter().map(pair).collect()
}

fn svg_of(scene: &Scene, request: &Request) -> Result<String, Refusal> {
    Ok(svg::render_with_cells(&draw(scene, request.style())?))
}
