//! Converts faults to JSON with places that an editor in a browser understands.

use std::ops::Range;

use fewest::diagnose::{Source, position};
use fewest::rules::Fault;
use serde_json::{Value, json};

/// Converts the faults of `text` to JSON. Offsets count UTF-16 code units, as strings in a browser
/// do; lines and columns count from 1.
pub(super) fn faults_of(text: &str, faults: &[Fault], severity: &str) -> Vec<Value> {
    let source = Source::whole("", text.as_bytes());
    let place = |span: &Range<usize>| {
        let (line, column) = position(&source, span.start);
        json!({
            "from": utf16(text, span.start),
            "to": utf16(text, span.end),
            "line": line,
            "column": column,
        })
    };
    let as_json = |fault: &Fault| {
        let context = fault.context.iter().map(|(span, label)| {
            let mut value = place(span);
            value["label"] = label.as_str().into();
            value
        });
        let mut value = place(&fault.span);
        value["severity"] = severity.into();
        value["message"] = fault.message.as_str().into();
        value["label"] = fault.label.as_str().into();
        value["help"] = fault.help.as_deref().into();
        value["context"] = context.collect();
        value
    };
    faults.iter().map(as_json).collect()
}

/// The number of UTF-16 code units before byte `at`, or before the character that contains this
/// byte.
fn utf16(text: &str, at: usize) -> usize {
    let units = text.char_indices().take_while(|&(start, _)| start < at);
    units.map(|(_, c)| c.len_utf16()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_as_strings_in_a_browser_do() {
        let text = "é♞𝄞x\ny";
        let at = text.find('x').expect("an x");
        assert_eq!(utf16(text, at), 4);
        let faults = [Fault::new(at..at + 1, "wrong", "here")];
        let value = &faults_of(text, &faults, "error")[0];
        assert_eq!((&value["line"], &value["column"]), (&json!(1), &json!(4)));
        assert_eq!((&value["from"], &value["to"]), (&json!(4), &json!(5)));
    }
}
