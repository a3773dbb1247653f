//! Checks how symbols look.

use std::collections::HashMap;

use fewest_rules::{Fault, quoted};

use super::super::syntax::SourceFile;
use super::Checker;

impl Checker<'_> {
    /// Collects the looks. A symbol of the board or of a layer has one look.
    pub(super) fn looks(&mut self, file: &SourceFile) {
        self.alphabet.arrangement = file.arrangement;
        let mut seen = HashMap::new();
        for (symbols, look) in &file.looks {
            for word in symbols {
                if self.full() {
                    return;
                }
                let is_symbol = self.alphabet.symbol(&word.text).is_some();
                let is_layer = self.alphabet.layer_label(&word.text).is_some();
                let glyph = self.alphabet.glyphs.get(&word.text);
                let is_mark = glyph.is_some_and(|glyph| glyph.mark.is_some())
                    || self.alphabet.mark(&word.text).is_some();
                if is_mark && !is_symbol && !is_layer {
                    let message = format!("a look of the region's mark '{}'", quoted(&word.text));
                    let fault = Fault::new(word.span.clone(), message, "expected a symbol");
                    let help = "a region has no look; use a layer, whose symbols may have looks";
                    self.push(fault.with_help(help));
                } else if !is_symbol && !is_layer {
                    let layers = self.alphabet.layers.iter().flat_map(|layer| &layer.labels);
                    let names: Vec<String> = self
                        .alphabet
                        .symbols
                        .iter()
                        .chain(layers)
                        .cloned()
                        .collect();
                    self.unknown("symbol", word, &names);
                } else if let Some(&first) = seen.get(word.text.as_str()) {
                    self.second("look of", word, first);
                } else {
                    seen.insert(word.text.as_str(), &word.span);
                    self.alphabet.looks.push((word.text.clone(), *look));
                }
            }
        }
    }
}
