# The help of the Makefile, from its own `##` comments; `##N` marks the verbs that take a step.
/^[a-z-]+:.*##/ {
    verb = substr($0, 1, index($0, ":") - 1)
    text = substr($0, index($0, "##") + 2)
    takes_a_step = sub(/^N/, "", text)
    sub(/^ +/, "", text)
    line = sprintf("  make %-16s %s\n", (takes_a_step ? "step-7 " : "") verb, text)
    if (takes_a_step) stepwise = stepwise line; else plain = plain line
}
END { printf "%s\nOf one step, here of step 7 (make red STEP=7 works as well):\n%s", plain, stepwise }
