//! The largest scenes and pictures. Whatever exceeds a limit is an error that names it.

/// Cells of a scene, holes included. A grid counts all cells of its bounding rectangle.
pub const MAX_CELLS: usize = 65_536;
/// Characters of a symbol.
pub const MAX_SYMBOL: usize = 16;
/// Characters of a label, a row's name, a title or a caption.
pub const MAX_TEXT: usize = 200;
/// Labels of a scene; looks of a scene.
pub const MAX_LABELS: usize = 1_024;
/// Bytes of a scene as JSON.
pub const MAX_JSON_BYTES: usize = 4 * 1024 * 1024;
/// Scenes of a strip or an animation.
pub const MAX_SCENES: usize = 2_000;
/// Cells of all scenes of a strip or an animation together.
pub const MAX_SCENE_CELLS: usize = 1 << 20;
/// Pixels of a PNG picture or of one frame of a GIF picture.
pub const MAX_PIXELS: u64 = 32 * 1024 * 1024;
/// Pixels of all frames of a GIF picture together.
pub const MAX_GIF_PIXELS: u64 = 512 * 1024 * 1024;
/// Pixels of one side of a GIF picture: the format stores 16 bits.
pub const MAX_GIF_SIDE: u32 = 65_535;
/// Bars of a histogram.
pub const MAX_BARS: usize = 1_000;
