"""Shared by all tests."""

from hypothesis import HealthCheck, settings

# Machines that run tests are busy: how long an example takes says nothing about the code.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")
