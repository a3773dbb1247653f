//! Makes pictures of several positions, and files to download.

use fewest::scene::gif::{self, GifOptions};
use fewest::scene::{PictureError, Scene, animation, draw, png, strip, svg};
use serde_json::{Value, json};

use super::Job;
use super::game::undrawn;
use super::refusal::{Refusal, Reply};
use super::request::Request;

/// The greatest allowed number of positions in one answer.
const MOST_FRAMES: usize = 200;
/// The number of pixels of a PNG for each unit of the picture. With this number of pixels, pictures
/// are sharp on screens with a high resolution.
const PNG_SCALE: f32 = 2.0;

/// Makes pictures of some positions along the moves of the request.
pub(super) fn frames(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let scenes = job
        .board(request)?
        .scenes(&request.moves)
        .map_err(undrawn)?;
    let count = request.count.unwrap_or(MOST_FRAMES).min(MOST_FRAMES);
    let wanted = scenes.iter().skip(request.from).take(count);
    let frames = wanted.map(|scene| {
        let picture = draw(scene, request.style()).map_err(unpainted)?;
        Ok(svg::render(&picture).into())
    });
    Ok(json!({
        "from": request.from,
        "total": scenes.len(),
        "frames": frames.collect::<Result<Vec<Value>, Refusal>>()?,
    }))
}

/// Makes a file with a picture of one position, or of all positions.
pub(super) fn file(request: &Request, job: &Job) -> Result<Reply, Refusal> {
    if request.all && request.moves.len() >= MOST_FRAMES {
        return Err(Refusal::unfit(format!(
            "a picture shows at most {MOST_FRAMES} positions"
        )));
    }
    let mut scenes = job
        .board(request)?
        .scenes(&request.moves)
        .map_err(undrawn)?;
    if !request.all {
        scenes.drain(..scenes.len() - 1);
    }
    let captions: Vec<String> = match request.all {
        true => std::iter::once("start".to_owned())
            .chain(request.moves.iter().cloned())
            .collect(),
        false => Vec::new(),
    };
    let style = request.style();
    let still = |scenes: &[Scene]| match scenes {
        [only] if captions.is_empty() => draw(only, style),
        all => strip(all, &captions, style),
    };
    let text = |content_type, text: String| Reply::File {
        content_type,
        bytes: text.into_bytes(),
    };
    let file = |content_type, bytes| Reply::File {
        content_type,
        bytes,
    };
    Ok(match request.format.as_deref().unwrap_or("svg") {
        "svg" => text(
            "image/svg+xml",
            svg::render(&still(&scenes).map_err(unpainted)?),
        ),
        "animation" => text(
            "image/svg+xml",
            animation::render(&scenes, &captions, style, Default::default()).map_err(unpainted)?,
        ),
        "png" => {
            let picture = still(&scenes).map_err(unpainted)?;
            file(
                "image/png",
                png::render(&picture, PNG_SCALE).map_err(unpainted)?,
            )
        }
        "gif" => {
            let options = GifOptions::default();
            file(
                "image/gif",
                gif::render(&scenes, &captions, style, options).map_err(unpainted)?,
            )
        }
        "json" => text("application/json", json!({ "scenes": scenes }).to_string()),
        other => {
            let other = other.escape_debug();
            let expected = "expected svg, animation, png, gif or json";
            return Err(Refusal::unfit(format!("no format '{other}', {expected}")));
        }
    })
}

fn unpainted(error: PictureError) -> Refusal {
    Refusal::unfit(error.to_string())
}
