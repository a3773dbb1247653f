//! Reads the tokens of a line one by one.

use fewest_rules::{Fault, quoted};

use super::super::lexer::{self, LexemeKind, SourceLine, Token};
use super::super::syntax::{Lexeme, SetSyntax};

/// The tokens of a line, and the number of tokens that have been read.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    /// The tokens. The last one is [`LexemeKind::End`], which is never read.
    tokens: Vec<Token<'a>>,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(line: &SourceLine<'a>) -> Self {
        let tokens = lexer::tokens(line);
        Self { tokens, at: 0 }
    }

    /// The tokens that have not been read yet.
    pub(super) fn rest(&self) -> &[Token<'a>] {
        &self.tokens[self.at..]
    }

    pub(super) fn peek(&self) -> &Token<'a> {
        &self.tokens[self.at]
    }

    /// The last token that was read.
    pub(super) fn previous(&self) -> Option<&Token<'a>> {
        self.tokens.get(self.at.checked_sub(1)?)
    }

    /// Reads the next token, except at the end of the line.
    pub(super) fn advance(&mut self) {
        self.at += usize::from(!self.at_end());
    }

    /// The fault that the next token stands where `what` was expected.
    pub(super) fn expected(&self, what: &str) -> Fault {
        let token = self.peek();
        let message = match token.kind {
            LexemeKind::End => "the line ends too early".to_owned(),
            _ => format!("unexpected '{}'", quoted(token.text)),
        };
        Fault::new(token.span.clone(), message, format!("expected {what}"))
    }

    /// The text of the next token if it is a word without quotes or a mark.
    pub(super) fn ahead(&self) -> &'a str {
        match self.peek().kind {
            LexemeKind::Quoted => "",
            _ => self.peek().text,
        }
    }

    pub(super) fn at_end(&self) -> bool {
        self.peek().kind == LexemeKind::End
    }

    /// The place at which the next token begins.
    pub(super) fn start(&self) -> usize {
        self.peek().span.start
    }

    /// The place at which the last token read ends.
    pub(super) fn end(&self) -> usize {
        self.previous().map_or(0, |token| token.span.end)
    }

    /// Whether the next token is a word, in quotes or not.
    pub(super) fn at_word(&self) -> bool {
        self.peek().is_word()
    }

    /// Reads a word. If there is none, the fault says that `what` was expected.
    pub(super) fn word(&mut self, what: &str) -> Result<Lexeme, Fault> {
        if !self.at_word() {
            return Err(self.expected(what));
        }
        let token = self.peek();
        let word = Lexeme {
            text: token.text.to_owned(),
            span: token.span.clone(),
            quoted: token.kind == LexemeKind::Quoted,
        };
        self.advance();
        Ok(word)
    }

    /// Reads the mark or word `text`, or returns a fault.
    pub(super) fn mark(&mut self, text: &str) -> Result<(), Fault> {
        match self.took(text) {
            true => Ok(()),
            false => Err(self.expected(&format!("'{text}'"))),
        }
    }

    /// Reads the mark or word `text` if it is next. Returns whether it was.
    pub(super) fn took(&mut self, text: &str) -> bool {
        let comes = !self.at_end() && self.ahead() == text;
        self.at += usize::from(comes);
        comes
    }

    /// Reads at least one word, up to a mark or the end of the line.
    pub(super) fn words(&mut self, what: &str) -> Result<Vec<Lexeme>, Fault> {
        let mut words = vec![self.word(what)?];
        while self.at_word() {
            words.push(self.word(what)?);
        }
        Ok(words)
    }

    /// Reads at least one item; items are separated by `separator`.
    pub(super) fn list<T>(
        &mut self,
        separator: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let mut items = vec![item(self)?];
        while self.took(separator) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Returns a fault unless the line ends here.
    pub(super) fn finish(&self) -> Result<(), Fault> {
        match self.at_end() {
            true => Ok(()),
            false => Err(self.expected("the end of the line")),
        }
    }

    /// Reads `A,B` or `not A,B`.
    pub(super) fn set(&mut self) -> Result<SetSyntax, Fault> {
        let start = self.start();
        let not = self.took("not");
        let words = self.list(",", |input| input.word("a symbol"))?;
        let span = start..self.end();
        Ok(SetSyntax { not, words, span })
    }

    /// Reads the values for the variable `name`, which has just been read.
    pub(super) fn values(&mut self, name: &Lexeme) -> Result<SetSyntax, Fault> {
        const COMPARISONS: [&str; 7] = ["<", ">", "<=", ">=", "≤", "≥", "≠"];
        let next = self.rest().get(1).map_or("", |token| token.text);
        let number = !next.is_empty() && next.bytes().all(|b| b.is_ascii_digit());
        let name = quoted(&name.text);
        let (label, help) = match self.ahead() {
            "=" if name.ends_with(['<', '>', '!']) => {
                ("a value", "write blanks around a comparison".to_owned())
            }
            "=" => ("a value", format!("leave out the '=': {name} {next}")),
            mark @ ("+" | "-") if number => (
                "a value",
                format!("write no blank after the sign: {name} {mark}{next}"),
            ),
            mark if COMPARISONS.contains(&mark) && (number || next == "=") => (
                "values",
                format!(
                    "compare numbers, declared as 'var {name} = 0..9', or list the values: {name} 1,2,3"
                ),
            ),
            _ => return self.set(),
        };
        Err(self.expected(label).with_help(help))
    }
}
