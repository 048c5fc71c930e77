//! Rejected rules, and their error messages.

use super::Rules;

#[track_caller]
fn refused(text: &str, message: &str) {
    assert_eq!(Rules::parse(text).unwrap_err().to_string(), message, "{text}");
}

#[test]
fn faults_are_told_with_their_place() {
    refused("M ! M", "line 1, column 3: `!` has no meaning here");
    refused("# a comment\n\n  M M.\n", "line 3, column 6: `.` is not a class of moves: `.face` and `.opposite` are");
    refused("M.side", "line 1, column 2: `.side` is not a class of moves: `.face` and `.opposite` are");
    refused("M m", "line 1, column 3: expected a move, found `m`");
    refused("* M", "line 1, column 1: expected a move, found `*`");
    refused("M | ", "line 1, column 5: expected a move, found the end of the line");
    refused("(M N", "line 1, column 1: this parenthesis is never closed");
    refused("(M where", "line 1, column 4: expected a move or `)`, found `where`");
    refused("M)", "line 1, column 2: expected a move, `where` or the end of the line, found `)`");
    refused("()", "line 1, column 2: expected a move, found `)`");
    refused("M N where", "line 1, column 10: expected a variable, found the end of the line");
    refused("M N where N' in M.face", "line 1, column 11: expected a variable without anything after it, found `N'`");
    refused("M N where N M.face", "line 1, column 13: expected `in`, found `M.face`");
    refused("M N where N in M", "line 1, column 16: expected a class such as `M.opposite`, found `M`");
    refused("M N where N in", "line 1, column 15: expected a class such as `M.opposite`, found the end of the line");
    refused("M N where N in M.face N", "line 1, column 23: expected `and` or the end of the line, found `N`");
    refused("ö", "line 1, column 1: `ö` has no meaning here");
}

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    let nested = |depth| "(".repeat(depth) + "M" + &")".repeat(depth);
    assert!(Rules::parse(&nested(100)).is_ok());
    refused(&nested(100_000), "line 1, column 101: parentheses are nested too deeply");
}

#[test]
fn any_text_is_read_or_refused() {
    let mut random = fastrand::Rng::with_seed(7);
    let pieces =
        ["M", "N", "'", "2", ".", "face", "opposite", " ", "(", ")", "|", "*", "+", " where ", " in ", "#", "\n", "é"];
    for _ in 0..20_000 {
        let text: String = (0..random.usize(..12)).map(|_| pieces[random.usize(..pieces.len())]).collect();
        let _ = Rules::parse(&text);
    }
}

#[test]
fn spaces_and_comments_do_not_matter() {
    let rules = Rules::parse("M N+ M\n").unwrap();
    assert_eq!(rules.patterns.len(), 1);
    assert_eq!(Rules::parse("#\n\n   # M\n").unwrap().patterns, []);
}
