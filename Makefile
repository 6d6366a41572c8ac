# A facade: every verb is `python -m dojo VERB`, which knows all of them. `make` alone lists them.
# GNU make 3.81 (the one that macOS ships) has to understand this file.

export PYTHONUTF8 := 1

# Which words? `make step-7 red`, `make red step-7` and `make red STEP=7` say the same.
# (`name=x`, in small letters, has to be seen as well, and told of: so no loop has a variable of that name.)
steps := $(filter step-%,$(MAKECMDGOALS))
verbs := $(filter-out step-%,$(MAKECMDGOALS))
names := $(foreach .name,$(.VARIABLES),$(if $(filter command,$(origin $(.name))),$(.name)))
words := $(foreach .name,$(names),'$(.name)=$(subst ','\'',$(value $(.name)))')

# Which Python? That of the environment; before it is there, the first on this machine that is new enough.
new    := import sys; sys.exit(sys.version_info < (3, 11))
found   = $(shell for one in $(or $(PYTHON),python3 python3.15 python3.14 python3.13 python3.12 python3.11); \
              do "$$one" -E -c '$(new)' >/dev/null 2>&1 && echo "$$one" && break; done)
python := $(or $(if $(realpath .venv/bin/python),.venv/bin/python),$(found))
ifeq ($(python),)
  first := $(or $(PYTHON),python3)
  is    := $(or $(shell "$(first)" -E -c 'import platform; print(platform.python_version())' 2>/dev/null),missing)
  $(error Python 3.11 or newer is needed, and $(first) is $(is): install one, or name it: make PYTHON=python3.12)
endif

# What a shell has set for Python is no verb's business: dojo/cli/setting.py says what was.
alone := $(python) -E -X utf8 $(if $(PYTHONDONTWRITEBYTECODE),-B) $(if $(PYTHONUNBUFFERED),-u)

# A mistake is answered before anything is set up.
wrong := $(shell $(alone) -S -m dojo --check $(foreach goal,$(MAKECMDGOALS),'$(goal)') $(words) </dev/null 2>&1 \
              || echo '($(python) does not run: delete .venv, and it is made anew)')
ifneq ($(wrong),)
  $(error $(wrong))
endif

.DEFAULT_GOAL := $(if $(filter STEP,$(names)),test,help)
.PHONY: help test $(MAKECMDGOALS)

$(or $(verbs),$(.DEFAULT_GOAL)):
	@exec $(alone) -m dojo $@ $(steps) $(words)

ifneq ($(steps),)
$(steps):
	@$(if $(verbs),:,exec $(alone) -m dojo test $@ $(words))
endif
