//! The commands that keys and clicks mean.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use fewest::scene::Side;

use crate::command::GameCommand;

/// The command of a key; `None` if the key means nothing.
pub(crate) fn command(key: &KeyEvent) -> Option<GameCommand> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    Some(match key.code {
        KeyCode::Char(letter) if control => match letter.to_ascii_lowercase() {
            'c' => GameCommand::Interrupt,
            'q' | 'd' => GameCommand::Quit,
            'z' => GameCommand::Undo,
            'y' => GameCommand::Redo,
            'r' => GameCommand::Restart,
            // Terminals send Ctrl-H for Backspace, or the other way round.
            'h' => GameCommand::Erase,
            _ => return None,
        },
        KeyCode::Char(_) if alt => return None,
        KeyCode::Char(letter) => GameCommand::Type(letter),
        KeyCode::Up => GameCommand::Arrow(Side::Top),
        KeyCode::Right => GameCommand::Arrow(Side::Right),
        KeyCode::Down => GameCommand::Arrow(Side::Bottom),
        KeyCode::Left => GameCommand::Arrow(Side::Left),
        KeyCode::Enter => GameCommand::Enter,
        KeyCode::Tab => GameCommand::Complete,
        KeyCode::Backspace => GameCommand::Erase,
        KeyCode::Esc => GameCommand::Escape,
        KeyCode::F(1) => GameCommand::Help,
        KeyCode::Home => GameCommand::Restart,
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
        assert_eq!(key(KeyCode::Char('u'), plain), Some(GameCommand::Type('u')));
        assert_eq!(
            key(KeyCode::Char('U'), KeyModifiers::SHIFT),
            Some(GameCommand::Type('U'))
        );
        assert_eq!(
            key(KeyCode::Char('z'), KeyModifiers::CONTROL),
            Some(GameCommand::Undo)
        );
        assert_eq!(key(KeyCode::Char('x'), KeyModifiers::ALT), None);
        assert_eq!(key(KeyCode::Tab, plain), Some(GameCommand::Complete));
    }
}
