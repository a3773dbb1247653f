//! Reads from a source file which modules it declares and which names it imports.
//!
//! Items under `#[cfg(test)]` are left out.

use proc_macro2::{Delimiter, LexError, TokenStream, TokenTree};

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
///
/// # Errors
/// The text does not consist of the tokens of Rust.
pub(crate) fn scan(text: &str) -> Result<ScannedFile, LexError> {
    let mut file = ScannedFile::default();
    file.read(text.parse()?, &[]);
    Ok(file)
}

impl ScannedFile {
    /// Adds what `tokens` declare and import, which stand in `module`.
    fn read(&mut self, tokens: TokenStream, module: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match (token, tokens.get(at)) {
                (sharp, Some(attribute)) if is(sharp, '#') && is_for_tests(attribute) => {
                    at = item_end(&tokens, at + 1);
                }
                (TokenTree::Group(group), _) => self.read(group.stream(), module),
                (TokenTree::Ident(word), Some(TokenTree::Ident(name))) if word == "mod" => {
                    let path = [module, &[name.to_string()]].concat();
                    match tokens.get(at + 1) {
                        Some(TokenTree::Group(body)) => {
                            self.read(body.stream(), &path);
                            self.inline.push(path);
                        }
                        _ => self.modules.push(path),
                    }
                    at += 2;
                }
                // A `use` before `<` belongs to a bound, as in `impl Trait + use<'a>`.
                (TokenTree::Ident(word), Some(next)) if word == "use" && !is(next, '<') => {
                    let end = at + tokens[at..].iter().take_while(|t| !is(t, ';')).count();
                    for_each_import(&tokens[at..end], &[], &mut |name, path| {
                        self.imports.push((module.to_vec(), name, path));
                    });
                    at = end;
                }
                (TokenTree::Ident(name), _) => {
                    let mut path = vec![name.to_string()];
                    while let [one, other, TokenTree::Ident(name), ..] = &tokens[at..]
                        && is(one, ':')
                        && is(other, ':')
                    {
                        path.push(name.to_string());
                        at += 3;
                    }
                    if path.len() > 1 {
                        self.paths.push((module.to_vec(), path));
                    }
                }
                _ => {}
            }
        }
    }
}

fn is(token: &TokenTree, symbol: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == symbol)
}

/// Whether the content of an attribute is `cfg(test)`.
fn is_for_tests(attribute: &TokenTree) -> bool {
    let TokenTree::Group(attribute) = attribute else {
        return false;
    };
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    let [TokenTree::Ident(cfg), TokenTree::Group(when)] = &tokens[..] else {
        return false;
    };
    cfg == "cfg" && when.stream().to_string() == "test"
}

/// The end of the item that begins at `tokens[from]`: after its `;` or its body in braces.
fn item_end(tokens: &[TokenTree], from: usize) -> usize {
    let mut is_use = false;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        let is_body = match token {
            TokenTree::Ident(word) => {
                is_use |= word == "use";
                false
            }
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !is_use,
            _ => is(token, ';'),
        };
        if is_body {
            return at + 1;
        }
    }
    tokens.len()
}

/// Calls `visit` with the names that the tree of a `use` below the path `before` imports, each with
/// its path. A glob imports the name `*`.
fn for_each_import(
    tokens: &[TokenTree],
    before: &[String],
    visit: &mut dyn FnMut(String, Vec<String>),
) {
    for branch in tokens.split(|token| is(token, ',')) {
        let mut path = before.to_vec();
        let mut name = None;
        let mut rest = branch.iter();
        while let Some(token) = rest.next() {
            match token {
                TokenTree::Group(branches) => {
                    let branches: Vec<TokenTree> = branches.stream().into_iter().collect();
                    for_each_import(&branches, &path, visit);
                    name = None;
                }
                TokenTree::Ident(word) if word == "as" => {
                    name = rest.next().map(TokenTree::to_string);
                }
                // `use a::{self}` imports `a`.
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {
                    name = path.last().cloned();
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => {}
                segment => {
                    path.push(segment.to_string());
                    name = path.last().cloned();
                }
            }
        }
        if let Some(name) = name {
            visit(name, path);
        }
    }
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
        let imports = scan(text).unwrap().imports.into_iter();
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
        let source = scan(text).unwrap();
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
