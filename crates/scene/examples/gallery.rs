//! Draws a gallery of scenes and charts into a directory: `gallery DIRECTORY`.

#[path = "../tests/scenes/samples.rs"]
mod samples;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use fewest_scene::gif::GifOptions;
use fewest_scene::text::TextColours;
use fewest_scene::{
    Bar, Histogram, Picture, Scale, Style, Theme, animation, draw, gif, png, strip, svg, text,
};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("usage: gallery DIRECTORY")?;
    let directory = Path::new(&directory);
    fs::create_dir_all(directory)?;
    let save = |name: &str, picture: &Picture| -> Result<(), Box<dyn Error>> {
        fs::write(directory.join(format!("{name}.svg")), svg::render(picture))?;
        fs::write(
            directory.join(format!("{name}.png")),
            png::render(picture, 2.0)?,
        )?;
        Ok(())
    };
    let scenes = [
        ("fifteen", samples::fifteen()),
        ("sokoban", samples::sokoban()),
        ("rush-hour", samples::rush_hour()),
        ("pieces", samples::pieces()),
        ("maze", samples::maze()),
        ("flip", samples::flip()),
        ("cube", samples::cube()),
        ("net", samples::net()),
        ("shapes", samples::shapes()),
    ];
    for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        for (name, scene) in &scenes {
            save(&format!("{name}-{suffix}"), &draw(scene, Style::of(theme))?)?;
        }
        save(&format!("chart-{suffix}"), &chart().draw(theme)?)?;
    }
    for (name, scene) in &scenes {
        println!("{name}");
        print!(
            "{}",
            text::render(scene, TextColours::TrueColour, Theme::Light)
        );
    }

    let (film, captions) = samples::fifteen_film(50);
    let begin = Instant::now();
    let picture = strip(&film, &captions, Style::default())?;
    println!("strip of 50 moves: {:?}", begin.elapsed());
    let written = svg::render(&picture);
    println!("and as SVG: {:?}, {} bytes", begin.elapsed(), written.len());
    let begin = Instant::now();
    let written = png::render(&picture, 1.0)?;
    println!("and as PNG: {:?}, {} bytes", begin.elapsed(), written.len());
    save("strip", &picture)?;
    let begin = Instant::now();
    let written = animation::render(&film, &captions, Style::default(), Default::default())?;
    println!(
        "animated SVG: {:?}, {} bytes",
        begin.elapsed(),
        written.len()
    );
    fs::write(directory.join("animation.svg"), written)?;

    let (film, captions) = samples::fifteen_film(99);
    let begin = Instant::now();
    let written = gif::render(&film, &captions, Style::default(), GifOptions::default())?;
    println!(
        "GIF of 100 positions: {:?}, {} bytes",
        begin.elapsed(),
        written.len()
    );
    fs::write(directory.join("film.gif"), written)?;
    Ok(())
}

fn chart() -> Histogram {
    let counts = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1_948, 3_938, 7_808];
    let mut bars: Vec<Bar> = counts
        .iter()
        .enumerate()
        .map(|(moves, &n)| Bar::new(moves.to_string(), f64::from(n), n.to_string()))
        .collect();
    let mut unsolvable = Bar::new("unsolvable", 5_000.0, "5 000");
    unsolvable.special = true;
    bars.push(unsolvable);
    Histogram {
        title: "15-puzzle: boards by moves".to_owned(),
        axis: "moves".to_owned(),
        bars,
        notes: vec!["The length of a bar is the logarithm of the number.".to_owned()],
        scale: Scale::Logarithmic,
    }
}
