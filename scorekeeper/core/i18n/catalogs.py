"""Message catalogues: extract texts, update `locale/`, and compile it for Django."""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

DOMAIN = "scorekeeper"
METHODS = [
    ("scorekeeper/**.py", "python"),
    ("templates/**.*", "scorekeeper.core.i18n.catalogs:extract_template"),
]
# N_ only marks: the rules may not import Django, so the code that shows a text translates it.
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "pgettext_lazy": ((1, "c"), 2),
}
COMMENT_TAGS = ["Translators:"]
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)


def extract_template(
    fileobj: IO[bytes], keywords: Any, comment_tags: Collection[str], options: Any
) -> Iterator[Any]:
    """Extract the texts of a Django template; called by Babel."""
    source = templatize(fileobj.read().decode())
    code = "\n".join(line.strip() for line in source.splitlines()) + "\n"
    yield from extract_python(
        BytesIO(code.encode()), keywords, comment_tags, {**options, "encoding": "utf-8"}
    )


def extract(root: Path) -> Catalog:
    """Extract all texts of the project."""
    catalog = Catalog(
        project="Scorekeeper",
        copyright_holder="The Scorekeeper authors",
        header_comment="# Texts of Scorekeeper. Made by `make messages`: do not edit.",
        creation_date=_NO_DATE,
        fuzzy=False,
        charset="utf-8",
    )
    found = extract_from_dir(root, METHODS, {}, KEYWORDS, COMMENT_TAGS, directory_filter=_is_ours)
    for file, _, message, comments, context in sorted(found, key=lambda each: (str(each[0]), each[1])):
        catalog.add(message, None, [(str(Path(file).as_posix()), 0)], auto_comments=comments, context=context)
    return catalog


def _is_ours(folder: str) -> bool:
    """Return whether to search a folder; large ones without texts of the project are skipped."""
    name = Path(folder).name
    return name not in {"tests", "data", "build", "static"} and not name.startswith(".")


def template_text(catalog: Catalog) -> bytes:
    """Return the template catalogue (.pot) as bytes."""
    return _text(catalog, ignore_obsolete=True)


def _text(catalog: Catalog, *, ignore_obsolete: bool) -> bytes:
    buffer = BytesIO()
    write_po(
        buffer, catalog, sort_output=True, include_lineno=False, ignore_obsolete=ignore_obsolete, width=100
    )
    return buffer.getvalue()


def template_path(root: Path) -> Path:
    """The path of the template catalogue."""
    return root / "locale" / f"{DOMAIN}.pot"


def translations_path(folder: Path, language: str) -> Path:
    """The path of a language's translations within a folder of catalogues."""
    return folder / language / "LC_MESSAGES" / "django.po"


def refresh(root: Path, languages: Collection[str]) -> None:
    """Extract the texts and update these languages; a new language starts empty."""
    template = extract(root)
    path = template_path(root)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(template_text(template))
    for language in languages:
        translations = translations_path(path.parent, language)
        translations.parent.mkdir(parents=True, exist_ok=True)
        translations.write_bytes(updated(translations, template, language))


def updated(path: Path, template: Catalog, language: str) -> bytes:
    """The translations of one language with the present texts; obsolete ones are dropped."""
    catalog = read(path, language)
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.project, catalog.header_comment = template.project, f"# Texts of Scorekeeper in “{language}”."
    catalog.revision_date = _NO_DATE
    return _text(catalog, ignore_obsolete=True)


def read(path: Path, language: str) -> Catalog:
    """The translations of one language, empty without a file.

    The number of plural forms comes from the Unicode data, not from the file.
    """
    empty = Catalog(
        locale=language, creation_date=_NO_DATE, revision_date=_NO_DATE, fuzzy=False, charset="utf-8"
    )
    if not path.exists():
        return empty
    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    if catalog.num_plurals != empty.num_plurals:
        raise ValueError(f"{path} has {catalog.num_plurals} plural forms, not {empty.num_plurals}.")
    return catalog


def compiled(path: Path, language: str) -> bytes:
    """The compiled translations of one language (.mo)."""
    catalog, buffer = read(path, language), BytesIO()
    for message in list(catalog):
        # Babel would compile missing plurals as empty texts; without them the English ones are shown
        if isinstance(message.string, tuple) and not all(message.string):
            catalog.delete(message.id, message.context)
    write_mo(buffer, catalog)
    return buffer.getvalue()
