"""The tests themselves notice a child that is forked while another thread lives."""

import os
import threading
import warnings

import forks
import pytest


@pytest.fixture
def forked():
    """Forks a child that does nothing, and gives what was noted of it."""

    def fork():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python 3.12 and newer warn of what is meant here
            child = os.fork()
        if not child:
            os._exit(0)
        os.waitpid(child, 0)
        noted = forks.beside_threads[:]
        forks.beside_threads.clear()
        return noted

    return fork


def test_a_fork_beside_a_thread_is_noted_with_its_place_and_the_thread(forked):
    ends = threading.Event()
    thread = threading.Thread(target=ends.wait, name="a-server")
    thread.start()
    try:
        (noted,) = forked()
    finally:
        ends.set()
        thread.join()
    assert "test_forks.py:" in noted
    assert noted.endswith(" forks while these threads live: MainThread, a-server")


def test_a_fork_of_a_process_with_one_thread_is_not(forked):
    assert forked() == []
