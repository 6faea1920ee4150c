"""Stands in for the OpenAI client where it isn't installed.

It does what the client documents of the calls that snippets make, and nothing else: parameters become the body's keys,
`extra_body` is merged into its top level, an answer that isn't 2xx is raised with its status and body.
"""

import contextlib

import requests


class APIStatusError(Exception):
    pass


class DefaultHttpxClient:
    def __init__(self, *, follow_redirects):
        self.follow_redirects = follow_redirects


class OpenAI:
    def __init__(self, *, base_url, api_key, max_retries, http_client, timeout=600):
        assert max_retries == 0
        self._options = {"stream": True, "allow_redirects": http_client.follow_redirects, "timeout": timeout}
        self.audio = self.speech = self.with_streaming_response = self
        self._address = base_url.rstrip("/") + "/audio/speech"
        self._headers = {"Authorization": f"Bearer {api_key}"}

    @contextlib.contextmanager
    def create(self, *, model, input, voice, extra_body=None, **others):
        assert set(others) <= {"instructions", "response_format", "speed", "stream_format"}
        body = {"model": model, "input": input, "voice": voice, **others, **(extra_body or {})}
        with requests.post(self._address, headers=self._headers, json=body, **self._options) as response:
            if response.status_code >= 300:
                raise APIStatusError(f"Error code: {response.status_code} - {body_of(response)}")
            yield Streamed(response)


def body_of(response):
    try:
        return response.json()
    except ValueError:
        return response.text


class Streamed:
    def __init__(self, response):
        self._response = response

    def stream_to_file(self, file):
        with open(file, "wb") as opened:
            for chunk in self._response.iter_content():
                opened.write(chunk)
