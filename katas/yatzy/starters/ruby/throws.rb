# Yatzy. The task is in katas/yatzy/README.md.
$stdin.set_encoding("UTF-8")

lines = $stdin.readlines(chomp: true)
lines.each do |line|
  puts 0 # here it begins
end
