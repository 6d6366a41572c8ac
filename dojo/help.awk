# The help of the Makefile, from its own `##` comments: `##N` marks the verbs that take a step, `##A` those
# that take an attempt.
/^[a-z-]+:.*##/ {
    verb = substr($0, 1, index($0, ":") - 1)
    text = substr($0, index($0, "##") + 2)
    kind = match(text, /^[NA]/) ? substr(text, 1, 1) : ""
    sub(/^[NA]? +/, "", text)
    said[kind] = said[kind] sprintf("  make %-16s %s\n", (kind == "N" ? "step-7 " : "") verb, text)
}
END {
    printf "%s\nOf an attempt, your own work (NAME=tables-3; without it, the one started last):\n%s", said[""], said["A"]
    printf "\nOf one step, here of step 7 (make red STEP=7 works as well):\n%s", said["N"]
}
