//! Variables that are only bookkeeping.

use fewest_lang::read;

const FILE: &str = "puzzle p\nsymbols @ _\nhidden phase = rest, fall\nhidden left = 2..4\nvar key = no, yes\n\
    move go(dir) [@ | _] phase rest -> [_ | @] phase fall left +1 key yes\n\
    move stop phase fall -> phase rest\ngoal at r1c3 @\nstart @ _ _\n";

#[test]
fn a_hidden_variable_is_drawn_unless_it_has_its_first_value() {
    let (file, _) = read(FILE).unwrap();
    let start = file.start().unwrap();
    let layout = &start.layout;
    for (state, drawn) in [
        ([0, 1, 1, 0, 0, 0], "@ _ _ \nkey no"),
        ([1, 0, 1, 0, 2, 1], "_ @ _  \nleft 4 \nkey yes"),
        (
            [1, 0, 1, 1, 1, 1],
            "_ @ _    \nphase fall\nleft 3    \nkey yes   ",
        ),
    ] {
        let lines = |text: &str| -> Vec<String> {
            let lines = text.lines().map(str::trim_end);
            lines.map(str::to_owned).collect()
        };
        assert_eq!(lines(&layout.draw(&state)), lines(drawn));
        assert_eq!(layout.parse(drawn).unwrap(), state);
        assert_eq!(layout.parse(&layout.draw(&state)).unwrap(), state);
    }
    let shown: Vec<_> = layout
        .variables()
        .map(|v| v.map(|(name, _)| name))
        .collect();
    assert_eq!(shown, [None, None, Some("key")]);
}
