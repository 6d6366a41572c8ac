"""Work on all cores, in processes that Ctrl-C does not reach: whoever waits for them ends them."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

from dojo.runner.child.signals import out_of_reach

Part = TypeVar("Part")
Found = TypeVar("Found")


def on_cores(work: Callable[[Part], Found], parts: Sequence[Part]) -> Iterator[Found]:
    """The result of each part as it is done; raises what the work raises, and then drops the rest."""
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            with out_of_reach():
                futures = [pool.submit(work, part) for part in parts]
            for future in as_completed(futures):
                yield future.result()
        except KeyboardInterrupt:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)
