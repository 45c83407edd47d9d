"""Packs: every defect is named, the user's pack wins, nothing is half written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import pytest
import tomli_w
from hypothesis import given, settings, strategies as st
from msgspec import Meta

from companion.content.library import Entity
from companion.content.loader import find_pack_folder, load_content
from companion.content.pack import PackInfo, hash_of, read_info, read_pack
from companion.content.writer import new_pack, own_pack, save_entity
from companion.core.effect import ByHand, Effect
from companion.core.errors import Invalid
from companion.games.registry import find_game
from companion.i18n import words


class Push(Effect, frozen=True):
    spaces: Annotated[int, Meta(ge=1, le=6)]


class Gem(Entity, frozen=True):
    worth: Annotated[int, Meta(ge=0)]
    colours: tuple[str, ...] = ()
    effects: tuple[Push | ByHand, ...] = ()


KINDS = {"gems": Gem}
INFO = {
    "id": "mine",
    "game": "rayman",
    "version": "1",
    "label": {"en": "Mine"},
    "licence": "private",
    "source": "our box",
}


def write_pack(folder: Path, info: object = INFO, **files: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.toml").write_text(tomli_w.dumps(info), "utf-8")
    for name, raw in files.items():
        file = folder / "gems" / f"{name}.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(raw if isinstance(raw, str) else tomli_w.dumps(raw), "utf-8")
    return folder


def defects_of(folder: Path) -> list[str]:
    with pytest.raises(Invalid) as refusal:
        read_pack(folder, KINDS)
    return [words(detail, "en") for detail in refusal.value.details]


def test_a_good_pack_is_read(tmp_path: Path) -> None:
    ruby = {"label": {"en": "Ruby", "fr": "Rubis"}, "worth": 3, "effects": [{"effect": "push", "spaces": 2}]}
    pack = read_pack(write_pack(tmp_path, ruby=ruby), KINDS)
    assert pack.entities["gems"]["ruby"] == Gem({"en": "Ruby", "fr": "Rubis"}, 3, (), (Push(2),))
    assert pack.ref.sha256 == hash_of(tmp_path)


def test_every_defect_of_every_file_is_named(tmp_path: Path) -> None:
    folder = write_pack(
        tmp_path,
        ruby={"label": {"en": "Ruby"}, "worth": "much", "colours": ["red", 4], "size": 1},
        opal={"worth": -1, "effects": [{"effect": "push", "spaces": 9}]},
        jade="worth = = 2",
    )
    said = defects_of(folder)
    for file, field in [
        ("ruby", "worth"),
        ("ruby", "colours.1"),
        ("ruby", "size"),
        ("opal", "label"),
        ("opal", "worth"),
        ("opal", "effects.0.spaces"),
        ("jade", "-"),
    ]:
        assert any(f"gems/{file}.toml: {field}:" in line for line in said), (file, field, said)


def test_an_unknown_effect_says_which_there_are(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, ruby={"label": {}, "worth": 1, "effects": [{"effect": "explode"}]})
    (line,) = defects_of(folder)
    assert "effects.0" in line
    assert "push" in line
    assert "by_hand" in line


def test_a_file_in_an_unknown_folder_is_a_defect(tmp_path: Path) -> None:
    write_pack(tmp_path)
    (tmp_path / "gmes").mkdir()
    (tmp_path / "gmes" / "ruby.toml").write_text("worth = 1")
    assert "gmes/ruby.toml" in defects_of(tmp_path)[0]


def test_a_missing_or_binary_pack_file_is_a_defect(tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        read_info(tmp_path)
    (tmp_path / "pack.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Invalid):
        read_info(tmp_path)


@settings(max_examples=300)
@given(
    st.dictionaries(
        st.sampled_from(["id", "game", "version", "label", "licence", "source", "sample", "extends", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
            ),
            max_leaves=6,
        ),
    )
)
def test_whatever_stands_in_it_the_field_is_named(raw: dict[str, object]) -> None:
    from companion.content.defects import find_defects

    defects = find_defects(raw, PackInfo, "pack.toml")
    try:
        msgspec.convert(raw, PackInfo)
    except msgspec.ValidationError:
        assert defects
        assert all(words(defect.as_message(), language) for defect in defects for language in ("en", "fr"))
    else:
        assert not defects


def test_the_users_pack_wins_and_extends_the_shipped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    game = find_game("rayman")
    folder = own_pack(game)
    shipped = load_content(game)
    kind = "tokens"
    entity_id, entity = next(iter(shipped.of_kind(kind).items()))
    changed = msgspec.structs.replace(entity, label={"en": "Ours"})
    save_entity(folder, kind, entity_id, changed)
    content = load_content(game, [read_info(folder).id])
    assert content.find(kind, entity_id) == changed
    assert len(content.of_kind(kind)) == len(shipped.of_kind(kind))
    assert content.is_sample
    assert find_pack_folder("my-rayman") == folder
    assert (folder / "FIELDS.md").read_text().count("##") >= len(game.content_kinds)
    with pytest.raises(Invalid):
        save_entity(folder, kind, "../escape", entity)
    with pytest.raises(Invalid):
        new_pack(game, folder)


def test_packs_that_extend_each_other_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    write_pack(tmp_path / "packs" / "a", {**INFO, "id": "a", "extends": ["b"]})
    write_pack(tmp_path / "packs" / "b", {**INFO, "id": "b", "extends": ["a"]})
    with pytest.raises(Invalid) as refusal:
        load_content(find_game("rayman"), ["a"])
    assert "a → b → a" in words(refusal.value.message, "en")
