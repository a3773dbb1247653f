//! Builds the packages of a release: the crates, the Python package, a Debian package, an archive.

mod archives;
mod crates;
mod licences;
mod python;
mod release;
mod trial;

pub(crate) use release::check_versions;

use std::fs;

use release::Release;

/// The options of `cargo xtask package`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options {
    /// Whether to skip compiling each crate from its package.
    pub(crate) no_verify: bool,
    /// Whether each package is installed in an empty environment and run.
    pub(crate) test: bool,
}

/// Builds all packages in the folder `dist` of the target folder.
pub(crate) fn build(options: Options) -> Result<(), String> {
    let release = Release::read()?;
    if release.dist.exists() {
        fs::remove_dir_all(&release.dist).map_err(release::at(&release.dist))?;
    }
    release::folder(&release.dist)?;
    crates::build(&release, !options.no_verify)?;
    archives::build(&release)?;
    python::build(&release)?;
    if options.test {
        trial::run_all(&release)?;
    }
    for path in release::files(&release.dist)? {
        let size = fs::metadata(&path).map_err(release::at(&path))?.len();
        let name = path.file_name().unwrap_or_default();
        println!("{size:>10}  {}", name.to_string_lossy());
    }
    Ok(())
}
