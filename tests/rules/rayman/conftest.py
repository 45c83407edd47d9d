"""The sample pack, read once."""

import pytest

from companion.content.library import Content
from companion.content.loader import SHIPPED
from companion.content.pack import read_pack
from companion.games.rayman.entities import CONTENT_KINDS


@pytest.fixture(scope="session")
def content() -> Content:
    pack = read_pack(SHIPPED / "rayman-sample", CONTENT_KINDS)
    return Content((pack.ref,), pack.entities)
