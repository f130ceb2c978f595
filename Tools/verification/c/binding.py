"""The C library for Python, by ctypes."""
import ctypes
import json


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(str(path))
        text, number, size = ctypes.c_char_p, ctypes.c_int64, ctypes.c_size_t
        for name, types in [
                ("open", [text, size]), ("record", [number, text, size]), ("flush", [number]),
                ("export", [number, text, size]), ("verdicts", [number, text, size]), ("close", [number])]:
            function = getattr(self.c, f"adjournal_{name}")
            function.argtypes, function.restype = types, number
        self.c.adjournal_error.argtypes, self.c.adjournal_error.restype = [text, size], size

    def error(self):
        """The reason of the last failure on this thread."""
        buffer = ctypes.create_string_buffer(1024)
        length = self.c.adjournal_error(buffer, 1024)
        return buffer.raw[:min(length, 1024)].decode()

    def open(self, folder, **more):
        """Opens a session; returns its number, or a status below 0."""
        keys = dict(app="com.example.app", app_version="1.0", build="debug", os="Linux", os_version="6.1",
                    sdk="google-mobile-ads", sdk_version="12.9.0")
        text = json.dumps(dict(keys, folder=str(folder), **more)).encode()
        return self.c.adjournal_open(text, len(text))

    def record(self, session, event):
        """Records bytes, or an object as JSON."""
        line = event if isinstance(event, bytes) else json.dumps(event).encode()
        return self.c.adjournal_record(session, line, len(line))

    def flush(self, session):
        return self.c.adjournal_flush(session)

    def export(self, session, path):
        path = str(path).encode()
        return self.c.adjournal_export(session, path, len(path))

    def verdicts(self, session):
        """The verdicts of the session so far; a status below 0 for a failure."""
        length = self.c.adjournal_verdicts(session, None, 0)
        if length < 0:
            return length
        buffer = ctypes.create_string_buffer(length)
        length = self.c.adjournal_verdicts(session, buffer, length)
        return json.loads(buffer.raw[:length])

    def close(self, session):
        return self.c.adjournal_close(session)
