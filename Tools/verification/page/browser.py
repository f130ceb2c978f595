#!/usr/bin/env python3
"""Checks a page in a real browser: accessibility, width, size, errors; and takes screenshots.

    python3 Tools/verification/page/browser.py PAGE.html [--load JOURNAL] [--hash '#sessions']
        [--screenshots FOLDER]

Needs Debian's chromium and chromium-driver, and from PyPI selenium and axe-core-python. Exit
status 1 if there is a complaint.
"""

import argparse
import base64
import importlib.util
import json
import pathlib
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

WIDTHS = {1280: 800, 375: 812}
SCHEMES = ("light", "dark")
MOST_NODES = 10_000


def axe_source():
    """The text of axe.min.js, which the package axe-core-python carries."""
    found = importlib.util.find_spec("axe_core_python")
    if found is None:
        sys.exit("browser.py: run 'pip install axe-core-python' first")
    return (pathlib.Path(found.origin).parent / "axe.min.js").read_text()


class Browser:
    """A headless Chromium that shows one page at a time."""

    def __init__(self, screenshots=None):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--hide-scrollbars"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options, Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(120)
        self.screenshots = pathlib.Path(screenshots) if screenshots else None
        if self.screenshots:
            self.screenshots.mkdir(parents=True, exist_ok=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def run(self, script, *arguments):
        """Runs a script in the page and returns its value."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, expression, seconds=120):
        """Waits until a JavaScript expression is true."""
        WebDriverWait(self.driver, seconds, 0.05).until(
            lambda driver: driver.execute_script(f"return Boolean({expression})"),
            f"never true: {expression}",
        )

    def emulate(self, width, scheme, media="", motion="no-preference"):
        """Sets the width in pixels, the colour scheme, the medium and the motion."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": WIDTHS.get(width, 800), "deviceScaleFactor": 1,
             "mobile": False},
        )
        features = [{"name": "prefers-color-scheme", "value": scheme},
                    {"name": "prefers-reduced-motion", "value": motion}]
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"media": media, "features": features}
        )

    def open(self, page, hash=""):
        """Opens a page file or a URL, and waits until the page is ready."""
        address = page if "://" in str(page) else pathlib.Path(page).resolve().as_uri()
        self.driver.get("about:blank")
        self.driver.get(address + hash)
        self.wait("window.adjournal")
        self.driver.execute_async_script(
            "window.adjournal.ready.then(() => arguments[0](), () => arguments[0]())"
        )

    def go(self, hash):
        """Goes to an address of the page and waits until it is shown."""
        self.run("location.hash = arguments[0]", hash)
        self.settle()

    def settle(self):
        """Waits until journals are shown or refused, and nothing changes for a while."""
        self.wait("document.body.classList.contains('open')"
                  " || document.getElementById('notice').textContent")
        self.driver.execute_async_script(
            "const done = arguments[0]; let timer = setTimeout(done, 300);"
            "new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 300); })"
            ".observe(document.body, {subtree: true, childList: true});"
        )

    def load(self, paths):
        """Opens journals by the input element, as a person would."""
        files = [str(pathlib.Path(path).resolve()) for path in paths]
        self.driver.find_element("id", "files").send_keys("\n".join(files))
        self.settle()

    def axe(self):
        """The complaints of axe as lines."""
        if not self.run("return Boolean(window.axe)"):
            self.run(axe_source() + "\nwindow.axe = axe")
        result = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then(done, (error) => done({error: `${error}`}))"
        )
        if "error" in result:
            return [f"axe did not run: {result['error']}"]
        return [
            f"axe {violation['id']}: {violation['help']}: {node['html'][:160]}"
            for violation in result["violations"]
            for node in violation["nodes"]
        ]

    def sideways(self):
        """The elements that make the page scroll sideways, as lines."""
        return self.run("""
            const width = document.documentElement.clientWidth;
            const page = document.scrollingElement;
            if (page.scrollWidth <= width) return [];
            const wide = [...document.body.querySelectorAll('*')].filter((element) => (
              element.getBoundingClientRect().right > width + 1
                && !element.parentElement.closest('.scroll')));
            return [`the page is ${page.scrollWidth} wide in ${width}: `
              + wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)).join(' | ')];
        """)

    def nodes(self):
        """The number of nodes in the body, without the data of the page."""
        return self.run("""
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
            let count = 0;
            while (walker.nextNode()) count += 1;
            return count;
        """)

    def errors(self):
        """The errors of the console since the last call, such as those of the security policy."""
        log = self.driver.get_log("browser")
        return [entry["message"] for entry in log if entry["level"] == "SEVERE"]

    def complaints(self):
        """Everything that is wrong with what the page shows."""
        found = self.axe() + self.sideways()
        count = self.nodes()
        if count > MOST_NODES:
            found.append(f"{count} nodes, more than {MOST_NODES}")
        return found + [f"console: {message}" for message in self.errors()]

    def screenshot(self, name, full=False):
        """Saves a screenshot of the window, or of the full page, as NAME.png."""
        if self.screenshots is None:
            return
        data = self.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"format": "png", "captureBeyondViewport": full}
        )
        (self.screenshots / f"{name}.png").write_bytes(base64.b64decode(data["data"]))

    def print(self, name):
        """Saves what the printer gets as NAME.pdf."""
        if self.screenshots is None:
            return
        settings = {"preferCSSPageSize": True, "printBackground": False}
        data = self.driver.execute_cdp_cmd("Page.printToPDF", settings)
        (self.screenshots / f"{name}.pdf").write_bytes(base64.b64decode(data["data"]))


def check(browser, page, hash, journals):
    """Checks one address of a page at both widths in both schemes; returns the complaints."""
    name = "".join(letter if letter.isalnum() else "-" for letter in hash) or "page"
    has_journals = bool(journals)
    found = []
    for width in WIDTHS:
        for scheme in SCHEMES:
            browser.emulate(width, scheme)
            browser.open(page, hash)
            if has_journals:
                browser.load(journals)
            elif browser.run("return document.querySelector('script.journal') !== null"):
                browser.settle()
            place = f"{name}-{width}-{scheme}"
            found += [f"{place}: {line}" for line in browser.complaints()]
            browser.screenshot(place)
    browser.emulate(1280, "light")
    browser.print(name)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", help="a page that adjournal wrote")
    parser.add_argument("--load", action="append", default=[], help="a journal to open in it")
    parser.add_argument("--hash", action="append", help="an address of the page, such as #sessions")
    parser.add_argument("--screenshots", help="a folder for screenshots and a PDF")
    arguments = parser.parse_args()
    with Browser(arguments.screenshots) as browser:
        addresses = arguments.hash or [""]
        found = [line for hash in addresses
                 for line in check(browser, arguments.page, hash, arguments.load)]
    for line in found:
        print(line)
    print(json.dumps({"addresses": len(addresses), "complaints": len(found)}))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
