"""The `companion` command with the example game on the list: `python -m tests.night.launch ARGS`."""

from companion.games import registry

registry.GAMES["lighthouse"] = "tests.example.game:GAME"

if __name__ == "__main__":
    from companion.cli import main

    main()
