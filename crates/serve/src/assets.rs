//! The files of the page, embedded.

/// A file of the page.
#[derive(Debug)]
pub(crate) struct Asset {
    /// The path of its address.
    pub(crate) path: &'static str,
    pub(crate) content_type: &'static str,
    pub(crate) content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! assets {
    ($($path:literal $file:literal $content_type:ident,)*) => {
        /// All files of the page.
        pub(crate) const ASSETS: &[Asset] = &[$(Asset {
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
}
