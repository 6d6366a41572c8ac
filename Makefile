# Every verb is `python -m dojo VERB`; this file finds Python and hands the words over. GNU make 3.81 will do.
export PYTHONUTF8 := 1
MAKEFLAGS += --no-builtin-rules

# The Python of the workspace. Before there is one: the first on this machine that is new enough.
ours   := $(if $(realpath .venv/bin/python),.venv/bin/python)
newer  := import sys; sys.exit(sys.version_info < (3, 11))
found   = $(shell for one in $(or $(PYTHON),python3 python3.15 python3.14 python3.13 python3.12 python3.11); do \
              "$$one" -E -c '$(newer)' >/dev/null 2>&1 && echo "$$one" && break; done)
python := $(or $(ours),$(found),$(error Python 3.11 or newer is needed: install it, or name yours: make PYTHON=python3.12))

# The words of this call, each in quotes: the goals, and the variables that were given (`NAME=tables-3`).
quoted  = '$(subst ','\'',$(1))'
names  := $(foreach .name,$(.VARIABLES),$(if $(filter command,$(origin $(.name))),$(.name)))
words  := $(foreach .goal,$(MAKECMDGOALS),$(call quoted,$(.goal))) \
          $(foreach .name,$(names),$(call quoted,$(.name)=$(value $(.name))))
flags  := -E -X utf8 $(if $(PYTHONDONTWRITEBYTECODE),-B) $(if $(PYTHONUNBUFFERED),-u)

# One call does all of it: the first goal stands for the others, whatever files have their names.
first  := $(firstword $(MAKECMDGOALS) all)
.DEFAULT_GOAL := all
%: FORCE
	@$(if $(filter $@,$(first)),exec $(python) $(flags) -m dojo $(words),:)
all: ; @exec $(python) $(flags) -m dojo $(words)
FORCE Makefile: ;
