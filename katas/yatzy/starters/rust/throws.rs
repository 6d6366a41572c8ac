// Yatzy. The task is in katas/yatzy/README.md.
use std::io::{read_to_string, stdin};

fn main() {
    let text = read_to_string(stdin()).expect("UTF-8");
    for line in text.lines() {
        println!("{}", score(line));
    }
}

fn score(_line: &str) -> u32 {
    0 // here it begins
}
