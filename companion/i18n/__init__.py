"""Words: messages become sentences here, in the language of the reader."""

from companion.i18n.translator import LANGUAGES, Translator, choose_click_language, system_language, words

__all__ = ["LANGUAGES", "Translator", "choose_click_language", "system_language", "words"]
