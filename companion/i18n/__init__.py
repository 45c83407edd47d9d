"""Words: messages become sentences here, in the language of the reader."""

from companion.i18n.translator import LANGUAGES, Translator, system_language, words

__all__ = ["LANGUAGES", "Translator", "system_language", "words"]
