//! Reads from a source file which modules it declares and which names it imports.
//!
//! A scanner is enough: it drops comments and literals and looks at identifiers, `::` and brackets.
//! Items under `#[cfg(test)]` are left out.

/// The declarations and imports of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ScannedFile {
    /// The modules that are files of their own, by their paths from this file's module.
    pub(crate) modules: Vec<Vec<String>>,
    /// The modules written in braces in this file, by their paths from this file's module.
    pub(crate) inline: Vec<Vec<String>>,
    /// Every name that `use` brings into a module: the module, the name, and its path.
    pub(crate) imports: Vec<(Vec<String>, String, Vec<String>)>,
    /// Every path of several segments outside of `use`, with the module that it stands in.
    pub(crate) paths: Vec<(Vec<String>, Vec<String>)>,
}

/// Scans the text of a file.
pub(crate) fn scan(text: &str) -> ScannedFile {
    let tokens = tokens(text);
    let mut source = ScannedFile::default();
    // The inline modules that contain the current token, each with the depth of its closing brace.
    let mut module: Vec<String> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    let mut depth = 0;
    let mut at = 0;
    while let Some(&token) = tokens.get(at) {
        let next = tokens.get(at + 1).copied().unwrap_or_default();
        at += 1;
        match token {
            "#" if next == "[" => {
                let end = close(&tokens, at);
                let is_test = tokens[at..end]
                    .windows(3)
                    .any(|w| w == ["cfg", "(", "test"]);
                at = if is_test { item_end(&tokens, end) } else { end };
            }
            "{" => depth += 1,
            "}" => {
                depth = usize::saturating_sub(depth, 1);
                if ends.last() == Some(&depth) {
                    ends.pop();
                    module.pop();
                }
            }
            "mod" if is_name(next) => {
                let path = [&module[..], &[next.to_owned()]].concat();
                match tokens.get(at + 1) {
                    Some(&";") => source.modules.push(path),
                    Some(&"{") => {
                        source.inline.push(path);
                        module.push(next.to_owned());
                        ends.push(depth);
                    }
                    _ => {}
                }
                at += 1;
            }
            // A `use` before `<` belongs to a bound, as in `impl Trait + use<'a>`.
            "use" if next != "<" => {
                let end = at + tokens[at..].iter().take_while(|&&t| t != ";").count();
                for (name, path) in tree(&tokens[at..end]) {
                    source.imports.push((module.clone(), name, path));
                }
                at = end;
            }
            name if is_name(name) && next == "::" => {
                let mut path = vec![name.to_owned()];
                while tokens.get(at) == Some(&"::")
                    && let Some(name) = tokens.get(at + 1).filter(|name| is_name(name))
                {
                    path.push((*name).to_owned());
                    at += 2;
                }
                source.paths.push((module.clone(), path));
            }
            _ => {}
        }
    }
    source
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The end of the bracketed group that begins at `tokens[from]`.
fn close(tokens: &[&str], from: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The end of the item that begins at `tokens[from]`: after its `;` or its body in braces.
fn item_end(tokens: &[&str], from: usize) -> usize {
    let mut at = from;
    let mut is_use = false;
    while let Some(&token) = tokens.get(at) {
        is_use |= token == "use";
        at = match token {
            ";" => return at + 1,
            "{" if !is_use => return close(tokens, at),
            "(" | "[" | "{" => close(tokens, at),
            _ => at + 1,
        };
    }
    at
}

/// The names that the tree of a `use` imports, each with its path. A glob imports the name `*`.
fn tree(tokens: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut imports = Vec::new();
    let mut path: Vec<String> = Vec::new();
    // For each open brace, the length of the path before it.
    let mut open: Vec<usize> = Vec::new();
    let mut from = 0;
    let mut alias = None;
    let mut at = 0;
    while at <= tokens.len() {
        let token = tokens.get(at).copied().unwrap_or(",");
        at += 1;
        match token {
            "{" => {
                open.push(from);
                from = path.len();
            }
            "," | "}" => {
                if path.len() > from {
                    let mut whole = path.clone();
                    // `use a::{self}` imports `a`.
                    whole.dedup_by(|last, _| last == "self");
                    let name = alias.take().or_else(|| whole.last().cloned());
                    imports.push((name.unwrap_or_default(), whole));
                }
                path.truncate(from);
                if token == "}" {
                    from = open.pop().unwrap_or(0);
                    path.truncate(from);
                }
            }
            "as" => {
                alias = tokens.get(at).map(|name| (*name).to_owned());
                at += 1;
            }
            "*" => path.push("*".to_owned()),
            name if is_name(name) => path.push(name.to_owned()),
            _ => {}
        }
    }
    imports
}

/// The tokens of a text: identifiers, `::` and single symbols. Comments, literals and the quotes of
/// lifetimes are left out.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = literal(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let end = end.unwrap_or(rest.len());
            tokens.push(&rest[..end]);
            end
        } else if rest.starts_with("::") {
            tokens.push(&rest[..2]);
            2
        } else {
            if !first.is_whitespace() && first != '\'' {
                tokens.push(&rest[..first.len_utf8()]);
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of a block comment, which may contain other comments.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of the string or character that `text` begins with, if it begins with one.
fn literal(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""]
        .into_iter()
        .find(|&prefix| text.starts_with(prefix))?;
    let rest = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let sharps = rest.len() - rest.trim_start_matches('#').len();
        if rest[sharps..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(sharps));
            let body = &rest[sharps + 1..];
            let length = body.find(&end).map_or(body.len(), |at| at + end.len());
            return Some(prefix.len() + sharps + 1 + length);
        }
    }
    let quote = rest.chars().next().filter(|quote| "'\"".contains(*quote))?;
    let mut letters = rest.char_indices().skip(1);
    let mut count = 0;
    while let Some((at, letter)) = letters.next() {
        count += 1;
        match letter {
            '\\' => {
                letters.next();
            }
            // A quote that does not end after one character begins a lifetime.
            _ if quote == '\'' && count == 2 && letter != '\'' && !rest.starts_with("'\\") => {
                return None;
            }
            _ if letter == quote => return Some(prefix.len() + at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(path: &str) -> Vec<String> {
        let segments = path.split("::").filter(|segment| !segment.is_empty());
        segments.map(str::to_owned).collect()
    }

    #[test]
    fn trees_name_each_import() {
        let text = "pub use a::{self, b::{C as D, e}, f::*}; use super::g;";
        let imports = scan(text).imports.into_iter();
        let imports: Vec<(String, String)> = imports
            .map(|(_, name, path)| (name, path.join("::")))
            .collect();
        let expected = [
            ("a", "a"),
            ("D", "a::b::C"),
            ("e", "a::b::e"),
            ("*", "a::f::*"),
            ("g", "super::g"),
        ];
        assert_eq!(
            imports,
            expected.map(|(name, path)| (name.to_owned(), path.to_owned()))
        );
    }

    #[test]
    fn comments_literals_and_tests_are_left_out() {
        let text = r##"
            // use crate::a;
            /* use crate::b; /* use crate::c; */ use crate::d; */
            const TEXT: &str = "use crate::e; \" use crate::f;";
            const RAW: &str = r#"" use crate::g;"#;
            fn quotes<'a>(text: &'a str) -> bool { text == "'" || ['{', '\'', '"'].len() > crate::h::I }
            #[cfg(test)]
            mod tests { use crate::j; fn k() { crate::l::m() } }
            #[cfg(test)]
            use crate::{n, o};
            #[cfg(test)]
            mod p;
            mod q;
            mod r { mod s; fn t() { super::u::v() } }
            fn w() -> impl Iterator + use<'a> { x::y() }
        "##;
        let source = scan(text);
        assert_eq!(source.imports, []);
        assert_eq!(source.modules, [words("q"), words("r::s")]);
        assert_eq!(source.inline, [words("r")]);
        let paths = [("", "crate::h::I"), ("r", "super::u::v"), ("", "x::y")];
        assert_eq!(
            source.paths,
            paths.map(|(module, path)| (words(module), words(path)))
        );
    }
}
