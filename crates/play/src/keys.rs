//! The commands that keys and clicks mean.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::command::Command;
use crate::gestures::Direction;

/// The command of a key; `None` if the key means nothing.
pub(crate) fn command(key: &KeyEvent) -> Option<Command> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    Some(match key.code {
        KeyCode::Char(letter) if control => match letter.to_ascii_lowercase() {
            'c' => Command::Interrupt,
            'q' | 'd' => Command::Quit,
            'z' => Command::Undo,
            'y' => Command::Redo,
            'r' => Command::Restart,
            // Terminals send Ctrl-H for Backspace, or the other way round.
            'h' => Command::Erase,
            _ => return None,
        },
        KeyCode::Char(_) if alt => return None,
        KeyCode::Char(letter) => Command::Type(letter),
        KeyCode::Up => Command::Arrow(Direction::Up),
        KeyCode::Right => Command::Arrow(Direction::Right),
        KeyCode::Down => Command::Arrow(Direction::Down),
        KeyCode::Left => Command::Arrow(Direction::Left),
        KeyCode::Enter => Command::Enter,
        KeyCode::Tab => Command::Complete,
        KeyCode::Backspace => Command::Erase,
        KeyCode::Esc => Command::Escape,
        KeyCode::F(1) => Command::Help,
        KeyCode::Home => Command::Restart,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_belong_to_names_and_control_to_commands() {
        let key = |code, modifiers| command(&KeyEvent::new(code, modifiers));
        let plain = KeyModifiers::NONE;
        assert_eq!(key(KeyCode::Char('u'), plain), Some(Command::Type('u')));
        assert_eq!(
            key(KeyCode::Char('U'), KeyModifiers::SHIFT),
            Some(Command::Type('U'))
        );
        assert_eq!(
            key(KeyCode::Char('z'), KeyModifiers::CONTROL),
            Some(Command::Undo)
        );
        assert_eq!(key(KeyCode::Char('x'), KeyModifiers::ALT), None);
        assert_eq!(key(KeyCode::Tab, plain), Some(Command::Complete));
    }
}
