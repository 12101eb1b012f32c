"""A browser for tests: Chromium without a window, spoken to by the WebDriver protocol through chromedriver.

Needs the programs `chromium` and `chromedriver` and nothing else; CHROMIUM and CHROMEDRIVER name others.
"""

import base64
import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
import zlib

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}


class Browser:
    def __init__(self, width: int = 1280, height: int = 900):
        chromedriver = os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
        if not chromedriver or not chromium:
            raise RuntimeError("chromium and chromedriver are not installed; on Debian: apt-get install chromium chromium-driver")
        self.process = subprocess.Popen(
            [chromedriver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.base = ""
        for line in self.process.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                self.base = f"http://127.0.0.1:{found[1]}"
                break
        if not self.base:
            raise RuntimeError("chromedriver did not start")
        options = {
            "binary": chromium,
            "args": [
                "--headless=new",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                f"--window-size={width},{height}",
                # Its own sandbox needs rights that neither root nor a container has. The pages are ours.
                "--no-sandbox",
            ],
        }
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        try:
            session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        except Exception:
            self.process.terminate()
            raise
        self.base += f"/session/{session['sessionId']}"

    def ask(self, method: str, path: str, body: dict | None = None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, address: str) -> None:
        # Only the part after # would change otherwise, and the page would stay.
        self.ask("POST", "/url", {"url": "about:blank"})
        self.ask("POST", "/url", {"url": address})

    def run(self, script: str, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script: str, *arguments):
        """Of a script that calls its last argument when it is done."""
        return self.ask("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def press(self, *keys: str) -> None:
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def click(self, selector: str) -> None:
        element = self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.ask("POST", f"/element/{element}/click")

    def command(self, name: str, **parameters):
        """A command of the browser's own protocol."""
        return self.ask("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def media(self, kind: str = "", scheme: str = "light") -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setEmulatedMedia", media=kind, features=features)

    def width(self, width: int, height: int = 900) -> None:
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def messages(self) -> list[str]:
        """What the console has said since the last time."""
        return [entry["message"] for entry in self.ask("POST", "/se/log", {"type": "browser"})]

    def screenshot(self, path: str, whole: bool = False) -> None:
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def pixels(self, selector: str) -> list[tuple[int, int, int]]:
        """The colors that are seen where an element is, row by row."""
        box = self.run(
            "const b = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return {x: b.x + scrollX, y: b.y + scrollY, width: b.width, height: b.height, scale: 1}", selector
        )
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=True, clip=box)
        return pixels(base64.b64decode(shot["data"]))

    def pdf(self) -> bytes:
        return base64.b64decode(self.ask("POST", "/print", {}))

    def close(self) -> None:
        try:
            self.ask("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()
            self.process.stdout.close()


def pixels(png: bytes) -> list[tuple[int, int, int]]:
    """Of an image with 8 bits for each of three or four channels, as browsers write it."""
    width, channels = int.from_bytes(png[16:20]), {2: 3, 6: 4}[png[25]]
    data, at = b"", 8
    while at < len(png):
        length = int.from_bytes(png[at:at + 4])
        if png[at + 4:at + 8] == b"IDAT":
            data += png[at + 8:at + 8 + length]
        at += 12 + length
    data, row, found = zlib.decompress(data), bytearray(width * channels), []
    for start in range(0, len(data), 1 + width * channels):
        above, row = row, bytearray(data[start + 1:start + 1 + width * channels])
        for place in range(len(row)):
            left = row[place - channels] if place >= channels else 0
            corner = above[place - channels] if place >= channels else 0
            guess = left + above[place] - corner
            nearest = min((left, above[place], corner), key=lambda value: abs(guess - value))
            row[place] = (row[place] + [0, left, above[place], (left + above[place]) // 2, nearest][data[start]]) % 256
        found += [tuple(row[place:place + 3]) for place in range(0, len(row), channels)]
    return found
