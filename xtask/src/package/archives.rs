//! The program for machines without Rust: a Debian package, and an archive for any place.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::licences;
use super::release::{self, Release, copy, write};
use crate::run;

/// The description of the Debian package. The first line is a summary.
const DESCRIPTION: &str = "\
fewest moves of a puzzle, proven
 fewest finds the fewest moves that solve a puzzle, and proves that no solution
 has fewer. Puzzles are built in, come from a library, or are drawn in a text
 file. It also counts the boards of a puzzle, explains them, makes new ones of
 a wanted difficulty, and serves a page on which puzzles are played.
";

/// Builds the program once, and then both packages of the program.
pub(super) fn build(release: &Release) -> Result<(), String> {
    crate::cargo(&[
        "build",
        "--release",
        "--locked",
        "--quiet",
        "--package",
        "fewest-cli",
    ])?;
    let program = release.target.join("release/fewest");
    let notices = licences::of_dependencies(release, "fewest-cli")?;
    archive(release, &program, &notices)?;
    debian(release, &program, &notices)
}

/// Builds the archive, which may be unpacked anywhere.
fn archive(release: &Release, program: &Path, notices: &str) -> Result<(), String> {
    let name = format!("fewest-{}-{}", release.version, release.host);
    let work = release.empty("archive")?;
    let tree = work.join(&name);
    let documents = lay_out(program, &tree, "share/zsh/site-functions")?;
    write(&documents.join(licences::OTHERS), notices)?;
    for file in licences::OWN.iter().chain(&["README.md", "CHANGELOG.md"]) {
        let from = release.root.join(file);
        copy(&from, &documents.join(from.file_name().unwrap_or_default()))?;
    }
    run(Command::new("tar")
        .arg("--create")
        .arg("--gzip")
        .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
        .arg("--mode=u=rwX,go=rX")
        .arg(format!("--mtime=@{}", release.date))
        .arg("--file")
        .arg(release.dist.join(format!("{name}.tar.gz")))
        .arg("--directory")
        .arg(&work)
        .arg(&name))
}

/// Builds the Debian package.
fn debian(release: &Release, program: &Path, notices: &str) -> Result<(), String> {
    let work = release.empty("debian")?;
    let tree = work.join("fewest");
    let usr = tree.join("usr");
    let documents = lay_out(program, &usr, "share/zsh/vendor-completions")?;
    write(&documents.join("copyright"), copyright(release, notices)?)?;
    let changelog = documents.join("changelog");
    copy(&release.root.join("CHANGELOG.md"), &changelog)?;
    let mut pages = release::files(&usr.join("share/man/man1"))?;
    pages.push(changelog);
    run(Command::new("gzip").args(["-9", "-n"]).args(&pages))?;
    let architecture = release::output(Command::new("dpkg").arg("--print-architecture"))?;
    let architecture = architecture.trim();
    let size = release::output(
        Command::new("du")
            .args(["-sk", "--apparent-size"])
            .arg(&usr),
    )?;
    let size = size.split_whitespace().next().unwrap_or_default();
    let control = format!(
        "Package: fewest\nVersion: {}\nArchitecture: {architecture}\n\
         Maintainer: The fewest maintainers\nInstalled-Size: {size}\n\
         Depends: {}\nSection: games\nPriority: optional\nDescription: {DESCRIPTION}",
        release.version,
        needed_libraries(program)?,
    );
    write(&tree.join("DEBIAN/control"), control)?;
    run(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(&tree))?;
    let file = format!("fewest_{}_{architecture}.deb", release.version);
    run(Command::new("dpkg-deb")
        .env("SOURCE_DATE_EPOCH", &release.date)
        .args(["--root-owner-group", "-Zxz", "--build"])
        .arg(&tree)
        .arg(release.dist.join(file)))
}

/// Lays out the program, its manual pages and its completions below a prefix such as `usr`. Returns
/// the folder for documents.
fn lay_out(program: &Path, prefix: &Path, zsh: &str) -> Result<PathBuf, String> {
    let installed = prefix.join("bin/fewest");
    copy(program, &installed)?;
    let ask = |args: &[&str]| release::output(Command::new(&installed).args(args));
    let page = ask(&["man"])?;
    let pages = prefix.join("share/man/man1");
    for command in commands(&page) {
        write(
            &pages.join(format!("fewest-{command}.1")),
            ask(&["man", command])?,
        )?;
    }
    write(&pages.join("fewest.1"), page)?;
    for (shell, file) in [
        ("bash", "share/bash-completion/completions/fewest"),
        ("fish", "share/fish/vendor_completions.d/fewest.fish"),
        ("zsh", &*format!("{zsh}/_fewest")),
    ] {
        write(&prefix.join(file), ask(&["completions", shell])?)?;
    }
    let documents = prefix.join("share/doc/fewest");
    release::folder(&documents)?;
    Ok(documents)
}

/// The commands whose pages the manual page of the program refers to.
fn commands(page: &str) -> impl Iterator<Item = &str> {
    let lines = page.lines();
    lines.filter_map(|line| line.strip_prefix("fewest\\-")?.strip_suffix("(1)"))
}

/// All licences in one file, where Debian expects them.
fn copyright(release: &Release, notices: &str) -> Result<String, String> {
    let mut all = "fewest is licensed under MIT or Apache-2.0, as you like. The fonts Inter and\n\
                   DejaVu Sans are embedded in it, under licences of their own.\n"
        .to_owned();
    for file in licences::OWN {
        let path = release.root.join(file);
        let text = fs::read_to_string(&path).map_err(release::at(&path))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        all += &format!("\n{}\n{name}:\n\n{}\n", "-".repeat(80), text.trim());
    }
    Ok(format!("{all}\n{notices}"))
}

/// The libraries that the program loads, as Debian names them: the C library of at least the newest
/// version whose symbols it uses, and the unwinder.
fn needed_libraries(program: &Path) -> Result<String, String> {
    let bytes = fs::read(program).map_err(release::at(program))?;
    let version = newest_glibc(&bytes).ok_or("the program does not use the GNU C library")?;
    let mut needed = format!("libc6 (>= 2.{version})");
    if contains(&bytes, b"libgcc_s.so.1") {
        needed += ", libgcc-s1";
    }
    Ok(needed)
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// The greatest `N` of the symbol versions `GLIBC_2.N` in a program.
fn newest_glibc(program: &[u8]) -> Option<u32> {
    const START: &[u8] = b"GLIBC_2.";
    let places = program.windows(START.len()).enumerate();
    let places = places.filter(|(_, window)| *window == START);
    let numbers = places.filter_map(|(at, _)| {
        let digits = program[at + START.len()..].iter();
        let digits = digits.take_while(|byte| byte.is_ascii_digit());
        String::from_utf8(digits.copied().collect())
            .ok()?
            .parse()
            .ok()
    });
    numbers.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_of_the_c_library_counts() {
        let program = b"\0GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0";
        assert_eq!(newest_glibc(program), Some(34));
        assert_eq!(newest_glibc(b"musl"), None);
    }

    #[test]
    fn manual_pages_refer_to_those_of_commands() {
        let page = ".SH SUBCOMMANDS\n.TP\nfewest\\-solve(1)\nFind\n.TP\nfewest\\-man(1)\n";
        assert_eq!(commands(page).collect::<Vec<_>>(), ["solve", "man"]);
    }
}
