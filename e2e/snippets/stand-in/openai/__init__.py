"""Stands in for the OpenAI client where it isn't installed.

It does what the client documents of the calls that snippets make, and nothing else: parameters become the body's keys,
`extra_body` is merged into its top level, an answer of 4xx or 5xx is raised with its status and body.
"""

import contextlib

import requests


class APIStatusError(Exception):
    pass


class OpenAI:
    def __init__(self, *, base_url, api_key, max_retries):
        assert max_retries == 0
        self.audio = self.speech = self.with_streaming_response = self
        self._address = base_url.rstrip("/") + "/audio/speech"
        self._headers = {"Authorization": f"Bearer {api_key}"}

    @contextlib.contextmanager
    def create(self, *, model, input, voice, extra_body=None, **others):
        assert set(others) <= {"instructions", "response_format", "speed", "stream_format"}
        body = {"model": model, "input": input, "voice": voice, **others, **(extra_body or {})}
        with requests.post(self._address, headers=self._headers, json=body, stream=True) as response:
            if response.status_code >= 400:
                raise APIStatusError(f"Error code: {response.status_code} - {response.json()}")
            yield Streamed(response)


class Streamed:
    def __init__(self, response):
        self._response = response

    def stream_to_file(self, file):
        with open(file, "wb") as opened:
            for chunk in self._response.iter_content():
                opened.write(chunk)
