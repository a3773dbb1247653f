//! The files of the page, which are part of the program.

/// A file of the page.
#[derive(Debug)]
pub(crate) struct Asset {
    /// The path at which the server offers the file.
    pub(crate) path: &'static str,
    pub(crate) content_type: &'static str,
    pub(crate) content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// The chapter on the puzzle language, as plain text because browsers do not show Markdown.
const MANUAL: Asset = Asset {
    path: "/language",
    content_type: "text/plain; charset=utf-8",
    content: fewest_lang::MANUAL,
};

macro_rules! assets {
    ($($path:literal $file:literal $content_type:ident,)*) => {
        /// All files of the page.
        pub(crate) const ASSETS: &[Asset] = &[MANUAL, $(Asset {
            path: $path,
            content_type: $content_type,
            content: include_str!(concat!("../page/", $file)),
        },)*];
    };
}

assets! {
    "/" "index.html" HTML,
    "/icon.svg" "icon.svg" SVG,
    "/style/base.css" "style/base.css" STYLE,
    "/style/board.css" "style/board.css" STYLE,
    "/style/controls.css" "style/controls.css" STYLE,
    "/style/views.css" "style/views.css" STYLE,
    "/js/address.js" "js/address.js" SCRIPT,
    "/js/aim.js" "js/aim.js" SCRIPT,
    "/js/algorithms.js" "js/algorithms.js" SCRIPT,
    "/js/analyse.js" "js/analyse.js" SCRIPT,
    "/js/api.js" "js/api.js" SCRIPT,
    "/js/arrow.js" "js/arrow.js" SCRIPT,
    "/js/begin.js" "js/begin.js" SCRIPT,
    "/js/best.js" "js/best.js" SCRIPT,
    "/js/board.js" "js/board.js" SCRIPT,
    "/js/census.js" "js/census.js" SCRIPT,
    "/js/chooser.js" "js/chooser.js" SCRIPT,
    "/js/create.js" "js/create.js" SCRIPT,
    "/js/differences.js" "js/differences.js" SCRIPT,
    "/js/dom.js" "js/dom.js" SCRIPT,
    "/js/drafts.js" "js/drafts.js" SCRIPT,
    "/js/edit.js" "js/edit.js" SCRIPT,
    "/js/editor.js" "js/editor.js" SCRIPT,
    "/js/game.js" "js/game.js" SCRIPT,
    "/js/gestures.js" "js/gestures.js" SCRIPT,
    "/js/highlight.js" "js/highlight.js" SCRIPT,
    "/js/hints.js" "js/hints.js" SCRIPT,
    "/js/levels.js" "js/levels.js" SCRIPT,
    "/js/link.js" "js/link.js" SCRIPT,
    "/js/main.js" "js/main.js" SCRIPT,
    "/js/make.js" "js/make.js" SCRIPT,
    "/js/options.js" "js/options.js" SCRIPT,
    "/js/paint.js" "js/paint.js" SCRIPT,
    "/js/play.js" "js/play.js" SCRIPT,
    "/js/progress.js" "js/progress.js" SCRIPT,
    "/js/rules.js" "js/rules.js" SCRIPT,
    "/js/share.js" "js/share.js" SCRIPT,
    "/js/solutions.js" "js/solutions.js" SCRIPT,
    "/js/statements.js" "js/statements.js" SCRIPT,
    "/js/strip.js" "js/strip.js" SCRIPT,
    "/js/templates.js" "js/templates.js" SCRIPT,
    "/js/theme.js" "js/theme.js" SCRIPT,
    "/js/verdict.js" "js/verdict.js" SCRIPT,
    "/js/wording.js" "js/wording.js" SCRIPT,
}
