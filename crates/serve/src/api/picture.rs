//! Makes pictures of several positions, and files to download.

use fewest::scene::gif::{self, GifOptions};
use fewest::scene::{Scene, animation, draw, png, strip, svg};
use serde_json::{Value, json};

use super::Job;
use super::refusal::{Refusal, Reply};
use super::request::Request;

/// The greatest allowed number of positions in one answer.
const MOST_FRAMES: usize = 200;
/// The number of pixels of a PNG for each unit of the picture. With this number of pixels, pictures
/// are sharp on screens with a high resolution.
const PNG_SCALE: f32 = 2.0;

/// Makes pictures of some positions along the moves of the request.
pub(super) fn frames(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let scenes = job.board(request)?.scenes(&request.moves)?;
    let count = request.count.unwrap_or(MOST_FRAMES).min(MOST_FRAMES);
    let wanted = scenes.iter().skip(request.from).take(count);
    let frames = wanted.map(|scene| Ok(svg::render(&draw(scene, request.style())?).into()));
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
    let mut scenes = job.board(request)?.scenes(&request.moves)?;
    let mut captions = Vec::new();
    if request.all {
        captions.push("start".to_owned());
        captions.extend_from_slice(&request.moves);
    } else {
        scenes.drain(..scenes.len() - 1);
    }
    let style = request.style();
    let still = |scenes: &[Scene]| match scenes {
        [only] if captions.is_empty() => draw(only, style),
        all => strip(all, &captions, style),
    };
    let (content_type, bytes) = match request.format.as_deref().unwrap_or("svg") {
        "svg" => ("image/svg+xml", svg::render(&still(&scenes)?).into_bytes()),
        "animation" => {
            let animation = animation::render(&scenes, &captions, style, Default::default())?;
            ("image/svg+xml", animation.into_bytes())
        }
        "png" => ("image/png", png::render(&still(&scenes)?, PNG_SCALE)?),
        "gif" => {
            let options = GifOptions::default();
            (
                "image/gif",
                gif::render(&scenes, &captions, style, options)?,
            )
        }
        "json" => {
            let scenes = json!({ "scenes": scenes }).to_string();
            ("application/json", scenes.into_bytes())
        }
        other => {
            let other = other.escape_debug();
            let expected = "expected svg, animation, png, gif or json";
            return Err(Refusal::unfit(format!("no format '{other}', {expected}")));
        }
    };
    Ok(Reply::File {
        content_type,
        bytes,
    })
}
