//! The limits of scenes and pictures. A scene or picture that exceeds a limit is refused with an
//! error that names the limit.

/// The greatest allowed number of cells of a scene. Places without a cell count as well: a grid
/// counts all places of its bounding rectangle.
pub const MAX_CELLS: usize = 65_536;
/// The greatest allowed number of characters of a symbol.
pub const MAX_SYMBOL: usize = 16;
/// The greatest allowed number of characters of a label, a row's name, a title or a caption.
pub const MAX_TEXT: usize = 200;
/// The greatest allowed number of labels of a scene, and of looks of a scene.
pub const MAX_LABELS: usize = 1_024;
/// The greatest allowed number of bytes of a scene in JSON.
pub const MAX_JSON_BYTES: usize = 4 * 1024 * 1024;
/// The greatest allowed number of scenes of a strip or an animation.
pub const MAX_SCENES: usize = 2_000;
/// The greatest total number of cells in all scenes of a strip or an animation.
pub const MAX_SCENE_CELLS: usize = 1 << 20;
/// The greatest allowed number of pixels of a PNG picture or of one frame of a GIF picture.
pub const MAX_PIXELS: u64 = 32 * 1024 * 1024;
/// The greatest allowed number of pixels, counted over all frames of a GIF picture.
pub const MAX_GIF_PIXELS: u64 = 512 * 1024 * 1024;
/// The greatest allowed number of pixels on one side of a GIF picture: the format stores sides in
/// 16 bits.
pub const MAX_GIF_SIDE: u32 = 65_535;
/// The greatest allowed number of bars of a histogram.
pub const MAX_BARS: usize = 1_000;
