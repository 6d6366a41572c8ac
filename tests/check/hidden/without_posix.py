"""A start-up file of Python that hides what only POSIX has: code of ours then finds what Windows has.

A few modules of the standard library choose their way by the system on which they run: they keep what is
really there. So does the C code below all of it: what a file may be called, or who may delete it, stays the
way of this system.
"""

import os
import select
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import types

MODULES = "fcntl resource termios tty pty pwd grp syslog readline"
OF_OS = """
    fork forkpty setsid setpgid getpgid getpgrp setpgrp getsid killpg tcgetpgrp tcsetpgrp pread pwrite
    preadv pwritev posix_spawn posix_spawnp nice getuid geteuid getgid getegid getgroups setuid setgid
    chown lchown fchown fchmod chroot mkfifo mknod openpty ttyname ctermid sysconf confstr statvfs
    fstatvfs uname wait wait3 wait4 waitid WNOHANG WUNTRACED O_NONBLOCK O_DIRECTORY O_NOFOLLOW O_CLOEXEC
    O_NOCTTY O_SYNC sched_getaffinity register_at_fork getloadavg sync lockf
    sendfile WIFEXITED WIFSIGNALED WEXITSTATUS WTERMSIG execv execve execvp execvpe execl execle execlp
    execlpe
"""
"""Windows has a call `execv`; but whoever waits for the process that calls it goes on at once."""
OF_SIGNAL = """
    setitimer getitimer ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL ItimerError pthread_sigmask pthread_kill
    alarm pause siginterrupt sigwait sigpending sigtimedwait sigwaitinfo SIG_BLOCK SIG_UNBLOCK SIG_SETMASK
    SIGALRM SIGPROF SIGVTALRM SIGUSR1 SIGUSR2 SIGHUP SIGQUIT SIGKILL SIGSTOP SIGTSTP SIGCONT SIGCHLD
    SIGCLD SIGTTIN SIGTTOU SIGPIPE SIGWINCH SIGURG SIGBUS SIGSYS SIGTRAP SIGXCPU SIGXFSZ SIGIO SIGPOLL
    SIGPWR SIGSTKFLT SIGRTMIN SIGRTMAX
"""
OF_SELECT = "poll epoll"


def whole(module):
    """A copy of a module, which loses nothing."""
    copy = types.ModuleType(module.__name__)
    vars(copy).update(vars(module))
    return copy


def hide():
    """From now on, in this process."""
    kept = {module.__name__: whole(module) for module in (os, signal, select)}
    for module in (subprocess, selectors, shutil, tempfile, socket):
        vars(module).update({name: copy for name, copy in kept.items() if name in vars(module)})
    for name in MODULES.split():
        sys.modules[name] = None
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL), (select, OF_SELECT)):
        for name in names.split():
            vars(module).pop(name, None)
    select.select = of_sockets_alone(kept["select"].select)
    subprocess.Popen.__init__ = without_groups(subprocess.Popen.__init__)


def of_sockets_alone(waits):
    """Windows waits for sockets, and for nothing else; watchdog has its way of this system."""

    def select(*lists):
        if sys._getframe(1).f_globals["__name__"].startswith("watchdog."):
            return waits(*lists)
        for one in [one for some in lists[:3] for one in some]:
            if not isinstance(one, socket.socket):
                raise OSError(10038, "An operation was attempted on something that is not a socket")
        return waits(*lists)

    return select


def without_groups(begins):
    """Windows has no sessions, hands over no descriptors, and calls nothing in between."""

    def __init__(self, *words, pass_fds=(), preexec_fn=None, **named):
        named.pop("start_new_session", None)
        if pass_fds or preexec_fn:
            raise ValueError("pass_fds and preexec_fn are not supported on Windows platforms")
        begins(self, *words, **named)

    return __init__


hide()
