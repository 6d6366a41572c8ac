# Mars rover. The task is in katas/rover/README.md.
$stdin.set_encoding("UTF-8")

rover = ""
$stdin.readlines(chomp: true).each do |line|
  word, rest = line.split(" ", 2)
  rover = rest if word == "rover"
  puts rover if word == "go" # here it begins
end
