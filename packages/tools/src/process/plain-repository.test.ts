import { describe, expect, it } from "vitest";
import { isHarmlessConfig } from "./plain-repository.ts";

describe("settings of a repository", () => {
  it.each([
    "",
    "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n",
    "# a note\n; another\n[user]\n\tname = Mira Ĝ\n\temail = mira@example.com\n[commit]\n\tgpgsign = false\n",
    '[remote "origin"]\n\turl = https://example.com/a.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
    '[remote "origin"]\n\turl = git@example.com:a/b.git\n',
  ])("are harmless as git and tests write them: %j", (text) => {
    expect(isHarmlessConfig(text)).toBe(true);
  });

  it.each([
    "[core]\n\tfsmonitor = touch x\n",
    "[core] fsmonitor = touch x\n",
    "[CORE]\n\tFSMonitor = touch x\n",
    "[core]\n\tbare = \\\nfalse\n\tfsmonitor = x\n",
    "[core]\n\thooksPath = h\n",
    "[core]\n\tworktree = ..\n",
    "[core]\n\tfilemode\n",
    "[include]\n\tpath = x\n",
    '[includeIf "gitdir:."]\n\tpath = x\n',
    "[alias]\n\tstatus = !touch x\n",
    '[filter "a"]\n\tclean = touch x\n',
    "[diff]\n\texternal = x\n",
    "[commit]\n\tgpgsign = true\n",
    "[gpg]\n\tprogram = x\n",
    '[remote "origin"]\n\turl = ext::sh -c x\n',
    '[remote "origin"]\n\turl = --upload-pack=x\n',
    '[remote "o"]\n\tuploadpack = x\n',
    "[extensions]\n\tworktreeConfig = true\n",
    "fsmonitor = x\n",
    "[core]\n\tfilemode = true\r[core]\n\tfsmonitor = x\n",
  ])("count as programs otherwise: %j", (text) => {
    expect(isHarmlessConfig(text)).toBe(false);
  });
});
