# Every verb of the workspace. `make` alone lists them: the list is made from the `##` comments below.
# GNU make 3.81 (the one that macOS ships) has to understand this file.

.DEFAULT_GOAL := help
python := .venv/bin/python
export PYTHONUTF8 := 1

# Which step? `make step-7 red`, `make red step-7` and `make red STEP=7` say the same.
named   := $(filter step-%,$(MAKECMDGOALS))
goals   := $(filter-out step-%,$(MAKECMDGOALS))
asked   := $(sort $(patsubst step-%,%,$(named:step-=step-?)) $(if $(filter command,$(origin STEP)),$(STEP)))
folders := $(notdir $(sort $(wildcard steps/step_[0-9][0-9]_*)))
numbers := $(foreach folder,$(folders),$(word 2,$(subst _, ,$(folder))))
plain   = $(if $(filter-out 00,$(1)),$(patsubst 0%,%,$(1)),0)
there   := the steps are $(call plain,$(firstword $(numbers))) to $(call plain,$(lastword $(numbers)))
by-step := test red diff story run watch coverage
attempt := start next hint where judge lights back
verbs   := help progress board test gate browser accept exhaustive census odds bench contents pictures tidy \
           $(attempt) $(by-step)

known   := NAME KATA EXPECT PAGE TO CMD IN LIMIT ALL TESTS HINT REVEAL HANDS BOARD STEP PYTHON
unknown := $(filter-out $(known),$(foreach word,$(.VARIABLES),$(if $(filter command,$(origin $(word))),$(word))))
ifneq ($(unknown),)
  $(error there is no $(firstword $(unknown))= for any verb: there are $(known))
endif

# What is said on the command line is for the verbs that take it; a shell may have a NAME of its own.
$(foreach word,$(filter-out STEP PYTHON,$(known)),$(if $(filter command,$(origin $(word))),,$(eval unexport $(word))))

ifneq ($(filter-out $(verbs) .venv%,$(goals)),)
  $(error there is no verb $(firstword $(filter-out $(verbs) .venv%,$(goals))): make help lists them)
endif

ifneq ($(asked),)
  ifneq ($(words $(asked)),1)
    $(error one step at a time, not $(asked))
  endif
  number := $(filter $(asked) 0$(asked),$(numbers))
  ifeq ($(number),)
    $(error there is no step $(asked): $(there))
  endif
  ifneq ($(filter-out $(by-step),$(goals)),)
    $(error $(firstword $(filter-out $(by-step),$(goals))) takes no step; these do: $(by-step))
  endif
  folder := $(filter step_$(number)_%,$(folders))
  ifneq ($(filter run,$(goals)),)
    kata     := $(or $(KATA),holdem)
    programs := $(shell grep -lE '"$(kata)": run_$(if $(filter holdem,$(kata)),|^def main)' steps/step_*/poker.py)
    ifeq ($(wildcard katas/$(kata)/game.txt),)
      $(error there is no kata $(kata): there are $(notdir $(patsubst %/,%,$(dir $(wildcard katas/*/game.txt)))))
    endif
    ifeq ($(filter steps/$(folder)/poker.py,$(programs)),)
      $(error step $(asked) has no program for $(kata): the first one is in step $(word 2,$(subst _, ,$(firstword $(programs)))))
    endif
  endif
  .DEFAULT_GOAL := test
else ifneq ($(filter-out test coverage watch,$(filter $(by-step),$(goals))),)
  $(error $(firstword $(filter-out test coverage watch,$(filter $(by-step),$(goals)))) of which step? For example: make step-7 $(firstword $(filter-out test coverage watch,$(filter $(by-step),$(goals)))))
endif

.PHONY: $(verbs) $(named)

help:  ## this list
	@awk -f dojo/help.awk Makefile

progress: .venv/ready  ## the green-bar progression: every test on every step
	@$(python) -m dojo.progress

board: .venv/ready  ## one page for the browser: every red, every change, every green
	@$(python) -m dojo.board

browser: .venv/ready .venv-browser/ready  ## the tests of the pages, in a real browser: a part of make test
	@browser=$$(.venv-browser/bin/python -m dojo.browser) && \
	    BROWSER=$$browser .venv-browser/bin/python -m pytest --quiet tests/browser

ifeq ($(number),)

test: .venv/ready .venv-lint/ready .venv-property/ready .venv-browser/ready .venv-bulk/ready  ## every check of the workspace
	@.venv-lint/bin/python -m ruff check --no-cache --quiet .
	@.venv-lint/bin/python -m ruff format --no-cache --quiet --check .
	@.venv-lint/bin/python -m mypy --strict --cache-dir .venv-lint/mypy --python-executable $(python) dojo
	@$(python) -m dojo.gate
	@browser=$$(.venv-browser/bin/python -m dojo.browser) && BROWSER=$$browser $(python) -m dojo.checks

gate: .venv/ready  ## the eight laws on every step: a part of make test
	@$(python) -m dojo.gate

tidy: .venv-lint/ready  ## format the code as make test wants it
	@.venv-lint/bin/python -m ruff check --no-cache --quiet --fix .
	@.venv-lint/bin/python -m ruff format --no-cache --quiet .

watch: .venv/ready  ##A one large bar, drawn again at every save, until Ctrl-C
	@$(python) -m dojo.watch

coverage: .venv/ready  ## what the tests of each step cover of it: one table
	@$(python) -m dojo.coverage

else

$(named): $(if $(goals),,test)
	@:

test: .venv/ready  ##N the suite on it (make step-7 alone means this)
	@$(python) -m pytest -p dojo.how_far tests/suite --step $(number)

red: .venv/ready  ##N its new tests on the step before: the red bar
	@$(python) -m dojo.red $(number)

diff: .venv/ready  ##N what it changed
	@$(python) -m dojo.diff $(number)

story: .venv/ready  ##N its story
	@$(python) -m dojo.story $(number)

run: .venv/ready  ##N its program; from 41 on also KATA=ladder, two_hands or deals
	@if [ -t 0 ]; then exec <katas/$(kata)/game.txt; fi; $(python) steps/$(folder)/poker.py $(filter-out holdem,$(KATA))

watch: .venv/ready  ##N the suite on it at every save, until Ctrl-C
	@env -u VIRTUAL_ENV PYTHONDONTWRITEBYTECODE=1 $(python) -m pytest_watch --clear --nobeep steps/$(folder) tests/suite -- -p dojo.how_far --step $(number)

coverage: .venv/ready  ##N what its tests cover of it
	@$(python) -m dojo.coverage $(number)

endif

start: .venv/ready  ##A a new one: NAME=tables-3, and KATA=ladder for another kata
	@$(python) -m dojo.start

next: .venv/ready  ##A the tests so far; all green: one more (EXPECT=red guesses)
	@$(python) -m dojo.next

hint: .venv/ready  ##A a hint for the test in hand; again, one that says more
	@$(python) -m dojo.hint

where: .venv/ready  ##A which step it behaves like; NAME=all: a line for each
	@$(python) -m dojo.where

judge: .venv/ready  ##A what its tests catch (HINT=1, REVEAL=1); TESTS=path: any tests
	@$(python) -m dojo.judge

lights: .venv/ready  ##A every run of it; PAGE=1: as a page, with its diffs
	@$(python) -m dojo.timeline

back: .venv/ready  ##A as it was at its last green light; TO=7: at any
	@$(python) -m dojo.back

accept: .venv/ready  ## any program on a kata's cases: CMD="ruby scores.rb"
	@$(python) -m dojo.accept

exhaustive: .venv/ready  ## every hand of five through each finished design
	@$(python) -m dojo.exhaustive

census: .venv-bulk/ready  ## count every hand of five and of seven cards
	@.venv-bulk/bin/python -m dojo.census

odds: .venv-bulk/ready  ## who wins how often: HANDS="AsKh QdQc" BOARD="2c 3d 4h"
	@.venv-bulk/bin/python -m dojo.odds

bench: .venv/ready .venv-browser/ready .venv-bench/ready  ## how fast the steps are beside others', and the verbs
	@$(python) -m dojo.bench

contents: .venv/ready  ## write the tables and the picture of the pages anew
	@$(python) -m dojo.contents

pictures: .venv/ready .venv-browser/ready  ## take the pictures of the board anew
	@$(python) -m dojo.board >/dev/null
	@browser=$$(.venv-browser/bin/python -m dojo.browser) && BROWSER=$$browser .venv-browser/bin/python -m dojo.pictures

# A lock makes its virtual environment, the first time and whenever it changes.
.venv/ready: requirements/loop.txt requirements/build.txt
	@$(call set-up,.venv,$<)

.venv-lint/ready: requirements/lint.txt requirements/build.txt
	@$(call set-up,.venv-lint,$<)

.venv-property/ready: requirements/property.txt requirements/build.txt
	@$(call set-up,.venv-property,$<)

.venv-browser/ready: requirements/browser.txt requirements/build.txt
	@$(call set-up,.venv-browser,$<)

.venv-bench/ready: requirements/bench.txt requirements/build.txt
	@$(call set-up,.venv-bench,$<)

.venv-bulk/ready: requirements/bulk.txt requirements/build.txt
	@$(call set-up,.venv-bulk,$<)

flags     = $(filter-out --%,$(firstword -$(MAKEFLAGS)))
dry-run   = $(if $(findstring =,$(flags)),,$(findstring n,$(flags)))
set-up    = $(if $(dry-run),,$(call stop-with,$(shell PYTHON='$(PYTHON)' sh dojo/setup.sh $(1) $(2))))
stop-with = $(if $(1),$(error $(1)))
