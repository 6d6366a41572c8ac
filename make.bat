@rem The verbs where there is no make: "make next" in cmd, ".\make next" in PowerShell.
@py -3 -X utf8 "%~dp0dojo" %*
