"""Archives with the same bytes for the same files: sorted, owned by root, with one time for all."""

import gzip
import io
import tarfile


def tar_gz(files, time, prefix):
    """A compressed tar archive.

    `files` maps paths below `prefix` to their bytes; files in a folder `bin` can be executed. `time` is in seconds
    since 1970.
    """
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(with_folders(files)):
            content = files.get(path)
            entry = tarfile.TarInfo(f"{prefix}/{path}" if path else prefix)
            entry.mtime = time
            entry.uname = entry.gname = "root"
            if content is None:
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(entry)
            else:
                entry.mode = 0o755 if "bin" in path.split("/")[:-1] else 0o644
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return packed(data.getvalue())


def with_folders(files):
    """The paths of files and of all folders above them; the folder of all is the empty path."""
    folders = {""}
    for path in files:
        parts = path.split("/")[:-1]
        folders.update("/".join(parts[:count]) for count in range(1, len(parts) + 1))
    return folders | files.keys()


def packed(data):
    """The data as a gzip file without a name and a time."""
    result = io.BytesIO()
    with gzip.GzipFile(fileobj=result, mode="wb", compresslevel=9, filename="", mtime=0) as file:
        file.write(data)
    return result.getvalue()


def ar(members, time):
    """An archive of ar, which is the outer format of a Debian package. `members` are names with bytes, in order."""
    result = b"!<arch>\n"
    for name, data in members:
        header = f"{name:<16}{time:<12}{0:<6}{0:<6}{0o100644:<8o}{len(data):<10}`\n"
        result += header.encode() + data + b"\n" * (len(data) % 2)
    return result
