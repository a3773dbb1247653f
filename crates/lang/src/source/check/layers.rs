//! Checks layers, and what patterns say about the layers and regions under a cell.

use fewest_rules::quoted;

use fewest_ground::MOST_LABELS;

use super::super::alphabet::{Layer, LayerLabel};
use super::super::checked::{CellPattern, UnderCell};
use super::super::limits::MOST_LAYERS;
use super::super::syntax::{SetSyntax, SourceFile};
use super::Checker;
use super::names::reserved;

impl Checker<'_> {
    pub(super) fn layers(&mut self, file: &SourceFile) {
        if let Some((name, _)) = file.layers.get(MOST_LAYERS) {
            let message = format!("more than {MOST_LAYERS} layers");
            self.fault(&name.span, message, "one too many");
        }
        let layers = &file.layers[..file.layers.len().min(MOST_LAYERS)];
        for (name, labels) in layers {
            self.few(labels);
            let labels = labels.iter().take(MOST_LABELS);
            self.short(labels.clone().chain([name]));
            self.alphabet.layers.push(Layer {
                name: name.text.clone(),
                labels: labels.map(|label| label.text.clone()).collect(),
            });
        }
        self.distinct("layer", layers.iter().map(|(name, _)| name));
        let all = layers
            .iter()
            .flat_map(|(_, labels)| labels.iter().take(MOST_LABELS));
        self.distinct("symbol of a layer", all.clone());
        for word in all {
            let is_symbol = file.symbols.iter().any(|symbol| symbol.text == word.text);
            if is_symbol || reserved(word) || word.text.contains('/') {
                let message = format!(
                    "a symbol of a layer cannot be called '{}'",
                    quoted(&word.text)
                );
                self.fault(&word.span, message, "this name has a meaning already");
            }
        }
    }

    /// The labels in a set of symbols of a layer.
    pub(super) fn layer_labels(&mut self, layer: usize, set: &SetSyntax) -> u64 {
        let mut labels = 0;
        for word in &set.words {
            match self.alphabet.layer_label(&word.text) {
                Some((own, label)) if own == layer => labels |= 1 << label,
                _ => {
                    let names = self.alphabet.layers[layer].labels.clone();
                    self.unknown("symbol of the layer", word, &names);
                }
            }
        }
        match set.not {
            true => self.alphabet.all_of_layer(layer) & !labels,
            false => labels,
        }
    }

    /// Checks a condition of a pattern on what lies under a cell.
    pub(super) fn under(&mut self, set: &SetSyntax, cell: &CellPattern) -> Option<UnderCell> {
        if cell.symbols.end {
            self.fault(
                &set.span,
                "the board's edge lies on nothing",
                "no 'on' after 'end'",
            );
        }
        let first = self.alphabet.layer_label(&set.words[0].text);
        let Some((layer, _)) = first else {
            let regions = set.words.clone();
            return Some(UnderCell::Region {
                regions,
                not: set.not,
            });
        };
        let labels = self.layer_labels(layer, set);
        let again =
            |other: &UnderCell| matches!(other, UnderCell::Layer { layer: l, .. } if *l == layer);
        if cell.under.iter().any(again) {
            self.fault(
                &set.span,
                "the same layer twice",
                "separate its symbols with commas",
            );
        }
        Some(UnderCell::Layer { layer, labels })
    }

    /// The label that a pattern gives to a layer under a cell.
    pub(super) fn new_under(&mut self, set: &SetSyntax, cell: &CellPattern) -> Option<LayerLabel> {
        let [word] = &set.words[..] else {
            self.fault(&set.span, "a layer becomes one symbol", "this is a set");
            return None;
        };
        let label = self.alphabet.layer_label(&word.text);
        if label.is_none() {
            let message = format!("'{}' is not a symbol of a layer", quoted(&word.text));
            self.fault(&word.span, message, "regions stay as they are");
        } else if set.not || cell.many {
            self.fault(
                &set.span,
                "what lies here cannot change",
                "expected one symbol and no *",
            );
            return None;
        }
        label
    }
}
