// Mars rover. The task is in katas/rover/README.md.
open System
open System.IO
open System.Text

let utf8 = UTF8Encoding false
let input = new StreamReader(Console.OpenStandardInput(), utf8)
let output = new StreamWriter(Console.OpenStandardOutput(), utf8)
let mutable rover = ""
for line in input.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries) do
    let words = line.TrimEnd('\r').Split(' ', 2)
    if words.[0] = "rover" then rover <- words.[1]
    if words.[0] = "go" then output.WriteLine rover // here it begins

output.Flush()
