"""The software bill of materials of a tool: what is inside, with versions and licences, as SPDX 2.3."""

import hashlib
import json
import platform as machine
import re
import subprocess
import time as clock
from pathlib import Path
from urllib.parse import quote

FSF = "Organization: Free Software Foundation"
GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
#: Name, licence and supplier; the archive with which a tool is linked, and the library that it loads otherwise.
PARTS = [
    ("Swift runtime", "Apache-2.0 WITH Swift-exception", "Organization: Swift project", None, None),
    ("zlib", "Zlib", "Person: Jean-loup Gailly and Mark Adler", "libz.a", "libz.so.1"),
    ("glibc", "LGPL-2.1-or-later", FSF, "libc.a", "libc.so.6"),
    ("libstdc++", GCC, FSF, "libstdc++.a", "libstdc++.so.6"),
    ("libgcc", GCC, FSF, "libgcc.a", "libgcc_s.so.1"),
]


def output(*command, text=None):
    return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout


def header_versions():
    """The versions in the headers of this machine, by the name of the part."""
    includes = "#include <cstddef>\n#include <features.h>\n#include <zlib.h>\n"
    macros = dict(re.findall(r"#define (\w+) (.+)",
                             output("clang", "-x", "c++", "-E", "-dM", "-", text=includes)))
    return {
        "Swift runtime": re.search(r"Swift version (\S+)", output("swift", "--version")).group(1),
        "zlib": macros["ZLIB_VERSION"].strip('"'),
        "glibc": f"{macros['__GLIBC__']}.{macros['__GLIBC_MINOR__']}",
        "libstdc++": macros["_GLIBCXX_RELEASE"],
        "libgcc": macros["_GLIBCXX_RELEASE"],
    }


def package_url(archive):
    """The address (purl) of the Debian or Ubuntu package of an archive on this machine; None elsewhere.

    Its version also says which faults the distribution has corrected.
    """
    try:
        path = Path(output("clang", f"-print-file-name={archive}").strip()).resolve()
        owner = output("dpkg", "-S", str(path)).split(": ")[0]
        name, version, architecture = output(
            "dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture}", owner).split()
        system = machine.freedesktop_os_release()["ID"]
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"pkg:deb/{system}/{quote(name)}@{quote(version, safe='')}?arch={architecture}"


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-")


def library(name, version, licence, supplier, archive):
    """A library of this machine as an SPDX package."""
    package = {
        "SPDXID": identifier(name), "name": name, "versionInfo": version, "supplier": supplier,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseDeclared": licence, "licenseConcluded": licence, "copyrightText": "NOASSERTION",
    }
    if url := archive and package_url(archive):
        package["externalRefs"] = [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}]
    return package


def document(tool, version, commit, platform, time, loaded):
    """The bill as bytes.

    The versions are those of this machine, so it must be the one that built the tool. `time` is that of the commit, in
    seconds since 1970; `loaded` are the libraries that the tool loads when it starts.
    """
    versions = header_versions()
    name = f"adjournal-{version}-{platform}"
    main = {
        "SPDXID": "SPDXRef-adjournal", "name": "adjournal", "versionInfo": version,
        "supplier": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "sourceInfo": f"commit {commit}", "primaryPackagePurpose": "APPLICATION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(tool).hexdigest()}],
        "licenseDeclared": "Apache-2.0", "licenseConcluded": "Apache-2.0", "copyrightText": "NOASSERTION",
    }
    libraries, relations = [], [("SPDXRef-DOCUMENT", "DESCRIBES", main["SPDXID"])]
    for part, licence, supplier, archive, shared in PARTS:
        libraries.append(library(part, versions[part], licence, supplier, archive))
        link = "DYNAMIC_LINK" if shared in loaded else "STATIC_LINK"
        relations.append((main["SPDXID"], link, libraries[-1]["SPDXID"]))
    bill = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{commit}",
        "creationInfo": {
            "created": clock.strftime("%Y-%m-%dT%H:%M:%SZ", clock.gmtime(time)),
            "creators": ["Tool: adjournal-package"]},
        "packages": [main, *libraries],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relations],
    }
    return (json.dumps(bill, indent=2) + "\n").encode()
