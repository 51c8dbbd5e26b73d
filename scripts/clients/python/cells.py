"""Runs the checks of one SDK against every upstream and prints one line of JSON for each."""

import json
import os

url = os.environ["GATEWAY_URL"]
key = os.environ["GATEWAY_KEY"]

words = "The quick brown fox jumps over the lazy dog."
call = 'Please call weather with {"city": "Oslo"} now.'
city = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def run(dialect, **checks):
    for upstream in json.loads(os.environ["UPSTREAMS"]):
        for name, check in checks.items():
            try:
                check(upstream)
                error = None
            except Exception as problem:  # whatever an SDK throws is a finding
                error = f"{type(problem).__name__}: {problem}"
            print(json.dumps({"dialect": dialect, "upstream": upstream["name"], "check": name, "error": error}), flush=True)
