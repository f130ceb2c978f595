# The Homebrew formula. `Tools/release/package.py` writes it into a release, with the version, the commit and the
# owner of the repository in place of the words in capitals.
class Adjournal < Formula
  desc "Check recorded mobile ad sessions against rules"
  homepage "https://github.com/OWNER/adjournal"
  url "https://github.com/OWNER/adjournal.git", tag: "VERSION", revision: "COMMIT"
  license "Apache-2.0"

  uses_from_macos "swift" => :build
  uses_from_macos "zlib"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "adjournal"
    bin.install ".build/release/adjournal"
    (man1/"adjournal.1").write Utils.safe_popen_read(bin/"adjournal", "man")
    generate_completions_from_executable(bin/"adjournal", "completions")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/adjournal --version")
    pipe_output("#{bin}/adjournal record session.jsonl", '{"event":"app.launched","cold":true}', 0)
    assert_match "0 violations", shell_output("#{bin}/adjournal audit session.jsonl")
  end
end
