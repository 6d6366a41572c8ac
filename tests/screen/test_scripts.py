"""The modules of a page as one script."""

import re

import pytest

from dojo.screen.scripts import join_modules

STRICT = '"use strict";\n\n'


def write_modules(folder, **texts):
    """Write modules by their names, and return the first."""
    files = {folder / f"{name}.mjs": text for name, text in texts.items()}
    for file, text in files.items():
        file.write_text(text)
    return next(iter(files))


def test_what_a_module_imports_comes_before_it_and_once(tmp_path):
    page = write_modules(
        tmp_path,
        page='import { b } from "./b.mjs";\nimport { a } from "./a.mjs";\nb(a);\n',
        b='import {\n  a,\n  c,\n} from "./a.mjs";\nexport const b = (x) => a + x;\n',
        a="export const a = 1;\nexport function c() {}\n",
    )
    assert (
        join_modules(page) == STRICT + "const a = 1;\nfunction c() {}\n\nconst b = (x) => a + x;\n\nb(a);\n"
    )


def test_a_module_that_is_imported_for_what_it_does_is_there(tmp_path):
    page = write_modules(tmp_path, page='import "./a.mjs";\nb();\n', a="a();\n")
    assert join_modules(page) == STRICT + "a();\n\nb();\n"


def test_two_modules_may_import_each_other(tmp_path):
    page = write_modules(
        tmp_path,
        a='import { b } from "./b.mjs";\nexport function a() { b(); }\n',
        b='import { a } from "./a.mjs";\nexport function b() { a(); }\n',
    )
    assert join_modules(page) == STRICT + "function b() { a(); }\n\nfunction a() { b(); }\n"


@pytest.mark.parametrize(
    "form",
    [
        'import { a as b } from "./a.mjs";',
        'import { a } from "https://example.org/a.mjs";',
        'import a from "./a.mjs";',
        'import * as a from "./a.mjs";',
        "export default 1;",
        'export { a } from "./a.mjs";',
        "export { a };",
    ],
)
def test_another_form_is_refused_with_its_file(tmp_path, form):
    page = write_modules(tmp_path, page=f"{form}\n", a="export const a = 1;\n")
    expected = f"page.mjs: joining the scripts of a page does not know this form: {form}"
    with pytest.raises(ValueError, match=f"^{re.escape(expected)}$"):
        join_modules(page)
