//! `fewest draw`: draws a position or a solution as a picture.

use std::io::Write;
use std::path::Path;

use fewest::scene::gif::{self, GifOptions};
use fewest::scene::text;
use fewest::scene::{Scene, Style, Theme, animation, draw, sheet, strip};
use fewest::{Answer, Board};
use fewest_rules::Outcome;
use serde_json::json;

use crate::args::DrawArgs;
use crate::commands::title;
use crate::exit::{Exit, Failure};
use crate::film::{strips, terminal_width};
use crate::game::boards_in_game;
use crate::input::BoardList;
use crate::json::JsonLine;
use crate::picture::{PictureFormat, save, still, undrawn};
use crate::quantity::count;
use crate::session::Session;
use crate::text::headline;

pub(crate) fn run(args: &DrawArgs, session: &mut Session) -> Result<Exit, Failure> {
    let format = match &args.output {
        Some(path) => Some(format_of(path, args)?),
        None => None,
    };
    let boards = boards_in_game(&args.board, None, session)?;
    if let (Some(path), Some(format)) = (&args.output, format)
        && boards.boards.len() > 1
    {
        return on_a_sheet(&boards, args, path, format, session);
    }
    let mut exit = Exit::Done;
    for (at, (board, _)) in boards.boards.iter().enumerate() {
        if !session.json {
            title(&boards, at, session)?;
        }
        let answer = match args.solution {
            true => Some(solve(&boards, board, session)?),
            false => None,
        };
        exit = exit.and(show(
            &boards.puzzle,
            board,
            answer.as_ref(),
            args,
            format,
            session,
        )?);
        session.flush()?;
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}

/// Draws several boards on one sheet.
fn on_a_sheet(
    boards: &BoardList,
    args: &DrawArgs,
    path: &Path,
    format: PictureFormat,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let total = boards.boards.len();
    if args.solution || format == PictureFormat::Gif {
        return Err(Failure::Usage {
            message: format!("a solution or a GIF is of one board; there are {total}"),
            help: Some("name a file with one board, or leave --output out".to_owned()),
        });
    }
    let unfit =
        |error: &dyn std::fmt::Display| Failure::usage(format!("cannot draw this: {error}"));
    let mut scenes = Vec::with_capacity(total);
    for (board, _) in &boards.boards {
        let drawn = board.scenes(&[]).map_err(|error| unfit(&error))?;
        scenes.extend(drawn.into_iter().take(1));
    }
    let picture = sheet(&scenes, &[], Style::of(theme(args))).map_err(|error| undrawn(&error))?;
    save(path, still(&picture, format, args.scale)?)?;
    if session.json {
        let line = JsonLine::new("draw", &boards.puzzle);
        let line = line
            .with("file", path.display().to_string())
            .with("scenes", json!(scenes));
        writeln!(session.out(), "{line}")?;
    } else if !session.quiet {
        let all = count(total as u64, "board", "boards");
        writeln!(session.out(), "{all} in {}", path.display())?;
    }
    Ok(Exit::Done)
}

fn theme(args: &DrawArgs) -> Theme {
    match args.dark {
        true => Theme::Dark,
        false => Theme::Light,
    }
}

/// The format of the file, after checking that the other options fit it.
fn format_of(path: &Path, args: &DrawArgs) -> Result<PictureFormat, Failure> {
    let format = PictureFormat::of(path)?;
    if args.animate && format == PictureFormat::Png {
        return Err(Failure::Usage {
            message: "a PNG picture cannot move".to_owned(),
            help: Some("name a file that ends with .svg or .gif".to_owned()),
        });
    }
    if args.scale.is_some() && format == PictureFormat::Svg {
        return Err(Failure::Usage {
            message: "an SVG picture has no scale".to_owned(),
            help: Some("it is shown sharply in any size; leave --scale out".to_owned()),
        });
    }
    Ok(format)
}

fn solve(boards: &BoardList, board: &Board, session: &mut Session) -> Result<Answer, Failure> {
    let limits = session.board_limits(boards.boards.len());
    session
        .work(
            || board.solve_with(&limits.clone().into()),
            |session, known| told(&boards.puzzle, board, &known.answer(board), session),
        )?
        .map_err(Failure::from)
}

/// Prints an answer that has no solution to draw.
fn told(
    puzzle: &str,
    board: &Board,
    answer: &Answer,
    session: &mut Session,
) -> Result<(), Failure> {
    if session.json {
        let line = JsonLine::new("draw", puzzle).and(answer);
        let line = line.with("scenes", json!([])).of_level(board);
        return Ok(writeln!(session.out(), "{line}")?);
    }
    let line = headline(answer, board, None, session);
    Ok(writeln!(session.out(), "{line}")?)
}

fn show(
    puzzle: &str,
    board: &Board,
    answer: Option<&Answer>,
    args: &DrawArgs,
    format: Option<PictureFormat>,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let moves = match answer.map(|answer| &answer.outcome) {
        None => &[][..],
        Some(Outcome::Solved { moves }) => moves,
        Some(other) => {
            if let Some(answer) = answer {
                told(puzzle, board, answer, session)?;
            }
            return Ok(Exit::of(other));
        }
    };
    let scenes = board.scenes(moves);
    let scenes = scenes.map_err(|error| Failure::usage(format!("cannot draw this: {error}")))?;
    let theme = theme(args);
    if let (Some(path), Some(format)) = (&args.output, format) {
        let content = file(&scenes, moves, theme, args, format)?;
        save(path, &content)?;
    }
    if session.json {
        let file = args.output.as_ref().map(|path| path.display().to_string());
        let line = JsonLine::new("draw", puzzle)
            .and(&answer)
            .with_some("file", file);
        let line = line.with("scenes", json!(scenes)).of_level(board);
        writeln!(session.out(), "{line}")?;
        return Ok(Exit::Done);
    }
    if let Some(answer) = answer {
        told(puzzle, board, answer, session)?;
    }
    match &args.output {
        Some(path) if !session.quiet => {
            let positions = count(scenes.len() as u64, "position", "positions");
            writeln!(session.out(), "{positions} in {}", path.display())?;
        }
        Some(_) => {}
        None => {
            if answer.is_some() {
                writeln!(session.out())?;
            }
            let colours = session.text_colours();
            let drawn = |scene| text::render(scene, colours, theme);
            let pictures: Vec<String> = scenes.iter().map(drawn).collect();
            match pictures.as_slice() {
                [only] => session.coloured(only)?,
                all => session.coloured(&strips(&numbered(moves), all, terminal_width()))?,
            }
        }
    }
    Ok(Exit::Done)
}

/// Captions for the positions: `start`, then the names of the moves without numbers.
fn captions(moves: &[String]) -> Vec<String> {
    let start = std::iter::once("start".to_owned());
    start.chain(moves.iter().cloned()).collect()
}

/// Captions for the positions: `start`, then the names of the moves with their numbers.
fn numbered(moves: &[String]) -> Vec<String> {
    let mut captions = captions(moves);
    for (number, caption) in captions.iter_mut().enumerate().skip(1) {
        *caption = format!("{number} {caption}");
    }
    captions
}

/// Makes the content of the file.
fn file(
    scenes: &[Scene],
    moves: &[String],
    theme: Theme,
    args: &DrawArgs,
    format: PictureFormat,
) -> Result<Vec<u8>, Failure> {
    let style = Style::of(theme);
    let captions = match args.solution {
        true => captions(moves),
        false => Vec::new(),
    };
    let drawn = match format {
        PictureFormat::Gif => {
            let mut options = GifOptions::default();
            options.scale = args.scale.unwrap_or(options.scale);
            gif::render(scenes, &captions, style, options)
        }
        PictureFormat::Svg if args.animate => {
            animation::render(scenes, &captions, style, Default::default()).map(String::into_bytes)
        }
        _ => {
            let picture = match scenes {
                [only] if !args.solution => draw(only, style),
                all => strip(all, &captions, style),
            };
            return still(
                &picture.map_err(|error| undrawn(&error))?,
                format,
                args.scale,
            );
        }
    };
    drawn.map_err(|error| undrawn(&error))
}
