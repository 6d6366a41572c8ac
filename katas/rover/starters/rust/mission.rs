// Mars rover. The task is in katas/rover/README.md.
use std::io::{read_to_string, stdin};

fn main() {
    let text = read_to_string(stdin()).expect("UTF-8");
    let mut rover = "";
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("rover", rest)) => rover = rest,
            Some(("go", _)) => println!("{rover}"), // here it begins
            _ => (),
        }
    }
}
