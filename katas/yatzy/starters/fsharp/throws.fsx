// Yatzy. The task is in katas/yatzy/README.md.
open System
open System.IO
open System.Text

let utf8 = UTF8Encoding false
let input = new StreamReader(Console.OpenStandardInput(), utf8)
let output = new StreamWriter(Console.OpenStandardOutput(), utf8)
let lines = Seq.initInfinite (fun _ -> input.ReadLine()) |> Seq.takeWhile (isNull >> not) |> Seq.toList

for line in lines do
    output.WriteLine 0 // here it begins

output.Flush()
