"""What holds for all tests: random inputs may take their time, on a busy or an emulated machine too."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("patient")
