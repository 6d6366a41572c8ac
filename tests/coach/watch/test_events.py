"""What `make watch` waits for: is something new since the last look, and was a save reported?"""

import pytest
from helpers import record_light

from coach.conftest import NUMBERS, ONE
from dojo.attempt.snapshot import take_snapshot
from dojo.coach.watch import events as events_module
from dojo.coach.watch.events import Events
from dojo.coach.watch.saves import SaveReports


@pytest.fixture
def reports(attempt):
    """What the system reports of the attempt, from now on."""
    with SaveReports([attempt.folder]) as saves:
        assert saves.arrived(60)
        yield saves


@pytest.fixture
def events(attempt, reports):
    """The events of an attempt that was looked at just now."""
    made = Events(attempt, reports)
    assert made.has_news()
    return made


def test_the_first_look_is_news_and_waits_for_no_save(attempt, reports):
    events = Events(attempt, reports)
    assert events.has_news()
    assert events.last_look == events.look()


def test_while_nothing_is_saved_there_is_no_news(events):
    assert not events.has_news()


def test_a_save_is_news_once(events, save):
    save(NUMBERS)
    events.saves.wait(60)
    assert events.has_news()
    assert not events.has_news()


def test_a_save_of_the_same_bytes_is_no_news(attempt, events, save):
    save(attempt.module.read_text())
    events.saves.wait(60)
    assert not events.has_news()


def test_where_nothing_is_reported_the_files_are_read_after_a_while(events, save):
    events.saves.give_up()
    save(NUMBERS)
    events.next_look_at = 0
    assert events.has_news()


def test_where_nothing_is_reported_a_slow_disk_is_left_alone_for_a_while(events, save, monkeypatch):
    monkeypatch.setattr(events_module, "LOOK_S", 600)
    events.saves.give_up()
    events.look()
    save(NUMBERS)
    assert not events.has_news()


def test_a_light_of_another_verb_is_news_at_the_next_look(attempt, events):
    before = events.look()
    record_light(attempt, verb="next", colour="red", counts={"red": 1})
    assert events.look() != before


def test_keys_are_taken_in_the_order_in_which_they_were_typed(events):
    events.keys = "nh"
    assert [events.take_key(), events.take_key(), events.take_key()] == ["n", "h", ""]


def test_a_save_that_was_reported_is_not_missed(attempt, events, save):
    known = take_snapshot(attempt.folder)
    events.forget_reports()
    save(NUMBERS)
    assert not events.has_missed_a_save(known)


def test_a_save_that_was_reported_during_the_last_run_is_not_missed(attempt, events, save):
    """The report has come already, and the files were read before it."""
    known = take_snapshot(attempt.folder)
    events.forget_reports()
    save(NUMBERS)
    assert events.saves.arrived(60)
    assert not events.has_missed_a_save(known)


def test_where_nothing_has_changed_no_save_is_missed(attempt, events):
    events.forget_reports()
    assert not events.has_missed_a_save(take_snapshot(attempt.folder))


def test_a_save_without_a_report_is_missed(bare, attempt, save, monkeypatch):
    """As on a network drive, here by reports of another folder."""
    monkeypatch.setattr(events_module, "REPORT_S", 0.01)
    with SaveReports([bare.path("suite")]) as saves:
        assert saves.arrived(60)
        events = Events(attempt, saves)
        known = take_snapshot(attempt.folder)
        events.forget_reports()
        save(ONE)
        assert events.has_missed_a_save(known)
