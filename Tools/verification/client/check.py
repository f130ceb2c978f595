#!/usr/bin/env python3
"""Builds apps that record an ad SDK from clean, runs them and audits their journals.

    Tools/verification/client/check.py ADJOURNAL [--builds N] [--seed N] [--scratch FOLDER] [--from-nothing]

Each app is a package that depends on this one, with a stub of the SDK as a target of its own and three targets that
record it: two libraries, one of which the other imports, and a program. Names and order of the targets, the language
mode, the default isolation and the upcoming features are random, by the seed. N builds add the
sources by the plugin, N copy them with `adjournal sources`. A target has types with the names of the recorder's.
The checkout of this package is read-only, and its path has a blank. After the first build, a source is touched and
the program is built again.

The modules of this package are built once, into the scratch folder, and each app starts with a copy of it;
--from-nothing builds them for each app. Prints each app and the number of apps that fail; exits 1 if one does.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
SDK = "google-mobile-ads"
SOURCES = ROOT / "Sources" / "GoogleMobileAdsJournal"
STUB = ROOT / "Tests" / "Support" / "GoogleMobileAds"
NAMES = ["Aardvark", "Bazaar", "Checkout", "Gizmo", "Hangar", "Kiosk", "Metro", "Orchard", "Quiz", "Umbrella", "Zebra"]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let journal = Target.Dependency.product(name: "AppJournal", package: "adjournal")
let package = Package(
  name: "client",
  dependencies: [.package(name: "adjournal", path: "%s")],
  targets: [
%s
  ])
"""
STUB_TARGET = '    .target(name: "GoogleMobileAds", dependencies: [journal], swiftSettings: [.swiftLanguageMode(.v6)]),'
# The program of each app: one show, whose callbacks come on another thread, as SDKs may do.
PROGRAM = """import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds
import %(library)s

nonisolated final class Listener: NSObject, FullScreenContentDelegate, @unchecked Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var number = 0
  var count: Int { lock.withLock { number } }
  nonisolated func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {
    lock.withLock { number += 1 }
  }
}

@MainActor func recordShow(in folder: String) -> Int {
  let session = SessionRecorder(
    folder: folder, facts: .thisApp(build: .debug, sdk: .googleMobileAds))
  let recorder = AdRecorder(session)
  recorder.record(.consentUpdated(canRequestAds: true))
  recorder.record(.sdkStarted)
  let unit = "ca-app-pub-3940256099942544/4411468910"
  StubAds.answer(unit) { _ = $0.deliver(ResponseInfo()) }
  nonisolated(unsafe) var loaded: GoogleJournal.RecordedAd<InterstitialAd>?
  recorder.load(InterstitialAd.self, with: unit, reason: .notReady) { ad, _ in loaded = ad }
  guard let recorded = loaded else { return 0 }
  let listener = Listener()
  recorded.delegate = listener
  recorded.present(from: nil, trigger: .transition)
  nonisolated(unsafe) let ad = recorded.ad
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    nonisolated(unsafe) let delegate = ad.fullScreenContentDelegate
    ThisThread.run(ad) {
      delegate?.adWillPresentFullScreenContent($0)
      delegate?.adDidRecordImpression($0)
      delegate?.adWillDismissFullScreenContent($0)
      delegate?.adDidDismissFullScreenContent($0)
    }
    done.signal()
  }
  done.wait()
  session.endAndWait(.other)
  return listener.count
}

@main @MainActor enum Program {
  static func main() {
    let isRecorded = recordShow(in: CommandLine.arguments[1]) == 1
    exit(isRecorded && %(library)sShows().areRecorded ? 0 : 1)
  }
}
"""
LIBRARY = """import AppJournal
import GoogleMobileAds
%(imports)s
/// Types of this app with the names of the recorder's.
%(types)s

public struct %(name)sShows {
  let ads: [GoogleJournal.RecordedAd<GoogleMobileAds.InterstitialAd>] = []
  public nonisolated init() {}
  public nonisolated var areRecorded: Bool { %(result)s }
}
"""
SAME_NAMES = ["RecordedAd", "AppOpenAds", "AdRecorder", "AdLoad", "BannerRecorder", "Request", "AdIdentity", "Forwarder"]


def checkout(folder):
    """A read-only copy of this package, without the journals."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        source, target = ROOT / name, folder / name
        if name.startswith("Journals/") or not os.path.lexists(source):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)
        if not target.is_symlink():
            target.chmod(0o444)
    return folder


def target(chance, name, dependencies, plugin, kind):
    """A target with random settings; warnings of the copied sources are errors."""
    settings = [f".swiftLanguageMode(.v{chance.choice([5, 6])})"]
    if chance.random() < 0.5:
        settings.append(".defaultIsolation(MainActor.self)")
    settings += [f'.enableUpcomingFeature("{name}")' for name in FEATURES if chance.random() < 0.5]
    settings.append(".treatAllWarnings(as: .error)")
    names = [f'"{name}"' for name in ["GoogleMobileAds", *dependencies]] + ["journal"]
    chance.shuffle(names)
    plugins = ', plugins: [.plugin(name: "RecordGoogleMobileAds", package: "adjournal")]' if plugin else ""
    text = (f'    .{kind}(name: "{name}", dependencies: [{", ".join(names)}],\n'
            f'      swiftSettings: [{", ".join(settings)}]{plugins}),')
    return text, " ".join(settings)


def write_app(chance, package, dependency, adjournal, way):
    """Writes the package of an app; returns its program and a description."""
    sources = package / "Sources"
    shutil.rmtree(sources, ignore_errors=True)
    shutil.copytree(STUB, sources / "GoogleMobileAds")
    program, library, base = chance.sample(NAMES, 3)
    same = "".join(f"struct {name} {{}}\n" for name in chance.sample(SAME_NAMES, len(SAME_NAMES)))
    files = {
        program: ("Program.swift", PROGRAM % {"library": library}),
        library: ("Shows.swift", LIBRARY % {
            "name": library, "imports": f"import {base}\n", "types": "", "result": f"{base}Shows().areRecorded"}),
        base: ("Shows.swift", LIBRARY % {"name": base, "imports": "", "types": same, "result": "ads.isEmpty"}),
    }
    targets, texts = [STUB_TARGET], [way]
    for name, dependencies, kind in [
            (program, [library], "executableTarget"), (library, [base], "target"), (base, [], "target")]:
        folder = sources / name
        folder.mkdir(parents=True)
        file, code = files[name]
        (folder / file).write_text(code, encoding="utf-8")
        text, settings = target(chance, name, dependencies, way == "plugin", kind)
        targets.append(text)
        texts.append(f"{name}: {settings}")
        if way == "copies":
            subprocess.run([adjournal, "sources", SDK, "--to", str(folder / "Ads")], check=True,
                           stdout=subprocess.DEVNULL)
    chance.shuffle(targets)
    (package / "Package.swift").write_text(MANIFEST % (dependency, "\n".join(targets)), encoding="utf-8")
    return program, "; ".join(texts)


def run(words, folder):
    """Runs a command for which even root may not write read-only files; returns its result."""
    if os.geteuid() == 0 and shutil.which("setpriv"):
        words = ["setpriv", "--bounding-set", "-dac_override", *words]
    return subprocess.run(words, cwd=folder, check=False, capture_output=True, text=True)


def build(package, program):
    return run(["swift", "build", "--product", program, "--jobs", "2"], package)


def tried(chance, package, dependency, adjournal, way, twice):
    """Builds and runs one app; returns its description and the reason of a failure."""
    program, description = write_app(chance, package, dependency, adjournal, way)
    built = build(package, program)
    if built.returncode == 0 and twice:
        # The copy of the plugin is replaced, although it is as read-only as the checkout.
        os.utime(chance.choice(sorted((dependency / SOURCES.relative_to(ROOT)).rglob("*.swift"))))
        built = build(package, program)
    if built.returncode != 0:
        lines = [line for line in (built.stdout + built.stderr).splitlines() if "error:" in line]
        return description, "\n".join(lines[:5]) or built.stdout[-2000:]
    with tempfile.TemporaryDirectory() as journals:
        ran = run([str(package / ".build" / "debug" / program), journals], package)
        if ran.returncode != 0:
            return description, f"the program ends with {ran.returncode}: {ran.stderr[:500]}"
        audit = run([adjournal, "audit", journals], package)
        if audit.returncode != 0 or "1 journal, 1 session" not in audit.stdout:
            return description, f"the audit ends with {audit.returncode}: {audit.stdout}"
    return description, None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("adjournal", type=pathlib.Path)
    parser.add_argument("--builds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--from-nothing", action="store_true")
    options = parser.parse_args()
    adjournal = str(options.adjournal.resolve())
    with tempfile.TemporaryDirectory() as work:
        scratch = (options.scratch or pathlib.Path(work) / "scratch").resolve()
        dependency, package = scratch / "read only" / "adjournal", scratch / "client"
        shutil.rmtree(dependency, ignore_errors=True)
        checkout(dependency)
        package.mkdir(exist_ok=True)
        first = package / ".built"
        if not options.from_nothing:
            # Everything that the product AppJournal needs, and the stub of the SDK.
            shutil.rmtree(package / "Sources", ignore_errors=True)
            shutil.copytree(STUB, package / "Sources" / "GoogleMobileAds")
            (package / "Package.swift").write_text(MANIFEST % (dependency, STUB_TARGET), encoding="utf-8")
            built = run(["swift", "build", "--target", "GoogleMobileAds"], package)
            if built.returncode != 0:
                sys.exit(built.stdout + built.stderr)
            shutil.rmtree(first, ignore_errors=True)
            shutil.copytree(package / ".build", first, symlinks=True)
            for left in (first / "debug").resolve().glob("GoogleMobileAds*"):
                shutil.rmtree(left) if left.is_dir() else left.unlink()
            for left in (first / "debug" / "Modules").glob("GoogleMobileAds*"):
                left.unlink()
        print(f"seed {options.seed}")
        failed = 0
        for number in range(2 * options.builds):
            chance = random.Random(f"{options.seed} {number}")
            shutil.rmtree(package / ".build", ignore_errors=True)
            if not options.from_nothing:
                shutil.copytree(first, package / ".build", symlinks=True)
            way = ["plugin", "copies"][number % 2]
            description, reason = tried(
                chance, package, dependency, adjournal, way, twice=number == 0)
            failed += reason is not None
            print(f"  {number + 1} {description}{f': FAILS: {reason}' if reason else ''}", flush=True)
        print(f"{2 * options.builds - failed} of {2 * options.builds} apps build, record and audit")
        sys.exit(1 if failed else 0)


main()
