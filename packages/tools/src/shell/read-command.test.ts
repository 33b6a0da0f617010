import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decide, formatTarget, type Policy, suggestRules } from "@goaltrace/core/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandPlace } from "./command-place.ts";
import { readCommand } from "./read-command.ts";

const folder = mkdtempSync(join(tmpdir(), "commands-"));
for (const path of ["src", "docs"]) mkdirSync(join(folder, path));
for (const path of ["package.json", "README.md", "src/a.ts", "src/b.ts", "src/a.py", "docs/guide.md", "cat"])
  writeFileSync(join(folder, path), "");
chmodSync(join(folder, "cat"), 0o755);
symlinkSync("/etc", join(folder, "out"));

const ASKS: Policy = { mode: "ask", rules: [] };

async function effectOf(command: string, policy: Policy = ASKS, isContained = true): Promise<string> {
  const { subjects } = await readCommand(command, commandPlace(folder, isContained));
  return decide({ tool: "bash_command", isHarmless: false, isProtected: false, subjects }, policy).effect;
}

const labeled = readFileSync(new URL("testing/commands.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^(?:ask|allow|deny)\b/u.test(line))
  .map((line) => {
    const [label = "", ...rest] = line.split(" ");
    return {
      label,
      command: rest.join(" ").replaceAll("⏎", "\n").replaceAll("⇥", "\t").replaceAll("⍽", "\u00A0"),
    };
  });

const ALLOWED = labeled.filter(({ label }) => label === "allow").map(({ command }) => command);

describe("a command line", () => {
  it("never runs unasked when it could do harm, and runs unasked when it cannot", async () => {
    const wrong: string[] = [];
    for (const { label, command } of labeled) {
      const effect = await effectOf(command);
      if (effect !== label) wrong.push(`${label} but ${effect}: ${command}`);
    }
    expect(labeled.length).toBeGreaterThan(700);
    expect(wrong).toEqual([]);
  });

  it("runs unasked when it is made of parts that do", async () => {
    const parts = ALLOWED.filter((command) => !command.includes("\n") && !/^cd|#/u.test(command));
    const joints = [" && ", "; ", " || ", " | ", "\n"];
    const compounds = parts.map((part, index) =>
      [part, parts[(index * 7 + 3) % parts.length], parts[(index * 13 + 5) % parts.length]].join(
        joints[index % 5],
      ),
    );
    const effects = await Promise.all(compounds.map(async (command) => await effectOf(command)));
    const asked = compounds.filter((_, index) => effects[index] !== "allow");
    expect(asked.length / compounds.length, asked.join("\n")).toBeLessThan(0.05);
  });

  it("asks when a harmful command is anywhere in it", async () => {
    const harmful = ["rm -rf src", "$X", "curl https://example.com", "echo x > README.md", "python -c 1"];
    await fc.assert(
      fc.asyncProperty(
        // Behind a comment nothing runs.
        fc.array(fc.constantFrom(...ALLOWED.filter((command) => !command.includes("#"))), { maxLength: 3 }),
        fc.constantFrom(...harmful),
        fc.array(fc.constantFrom(...ALLOWED), { maxLength: 3 }),
        fc.constantFrom(" && ", "; ", " || ", " | ", "\n", "&", " |& "),
        async (before, command, after, joint) => {
          expect(await effectOf([...before, command, ...after].join(joint))).toBe("ask");
        },
      ),
      { numRuns: 200 },
    );
  });

  it("asks for everything but reading named files without a sandbox", async () => {
    for (const command of [
      "npm test",
      "grep -r x .",
      "rg x",
      "git status",
      "node src/a.ts",
      "cat *",
      "uv run pytest",
    ])
      expect(await effectOf(command, ASKS, false), command).toBe("ask");
    // The folder for temporary files is the machine's there.
    for (const command of ["cat /tmp/x", "ls > /tmp/x", "tail -n 3 /tmp/out.txt"])
      expect(await effectOf(command, ASKS, false), command).toBe("ask");
    for (const command of ["ls", "cat README.md | head -n 3", "pwd", "cd src && ls"])
      expect(await effectOf(command, ASKS, false), command).toBe("allow");
  });
});

describe("a command that only reads where the sandbox shows nothing", () => {
  const OUTSIDE = "cat /home/mira/notes.txt";

  it("is denied instead of asking, unless a rule decides or nothing holds it", async () => {
    const allow = {
      id: "1",
      layer: "workspace",
      effect: "allow",
      tool: "bash_command",
      pattern: "cat",
    } as const;
    expect(await effectOf(OUTSIDE)).toBe("deny");
    expect(await effectOf(OUTSIDE, { mode: "ask", rules: [allow] })).toBe("allow");
    expect(await effectOf(OUTSIDE, { mode: "ask", rules: [{ ...allow, effect: "ask" }] })).toBe("ask");
    expect(await effectOf(OUTSIDE, { mode: "auto", rules: [] })).toBe("allow");
    expect(await effectOf(OUTSIDE, ASKS, false)).toBe("ask");
  });
});

describe("a command that reads folders of programs below home folders", () => {
  const shown = ["/home/mira/node-v22", "/home/linuxbrew/bin", "/home/mira/.local/share/pnpm"];
  const effect = async (command: string): Promise<string> => {
    const { subjects } = await readCommand(command, commandPlace(folder, true, shown));
    return decide({ tool: "bash_command", isHarmless: false, isProtected: false, subjects }, ASKS).effect;
  };

  it("asks where the sandbox shows them, and is denied elsewhere", async () => {
    for (const path of [
      ...shown,
      "/home/mira/node-v22/lib/a.js",
      "/home/linuxbrew",
      "/home",
      "/home/mira/x/../node-v22",
    ])
      expect(await effect(`ls ${path}`), path).toBe("ask");
    for (const path of [
      "/home/mira/notes",
      "/home/mira/node-v2",
      "/home/mira/node-v22x",
      "/root",
      "/home/mira/node-v22/../notes",
    ])
      expect(await effect(`ls ${path}`), path).toBe("deny");
  });
});

describe("a message of several lines", () => {
  const COMMIT = "git commit -m \"$(cat <<'EOF'\nFix it\n\nIt's (really) done.\nEOF\n)\"";
  const allow: Policy = {
    mode: "ask",
    rules: [{ id: "1", layer: "conversation", effect: "allow", tool: "bash_command", pattern: "git commit" }],
  };

  it("is text, so that a rule about its command holds, where bash surely reads it so", async () => {
    expect(await effectOf(COMMIT, allow)).toBe("allow");
    expect(await effectOf(`${COMMIT} && git push`, allow)).toBe("ask");
    expect(await effectOf(COMMIT.replace("<<'EOF'", "<<EOF"), allow)).toBe("ask");
    expect(await effectOf(COMMIT, allow, false)).toBe("ask");
  });

  it("is seen by a rule that denies the program that prints it", async () => {
    const rule = {
      id: "1",
      layer: "workspace",
      effect: "deny",
      tool: "bash_command",
      pattern: "cat",
    } as const;
    expect(await effectOf(COMMIT, { mode: "auto", rules: [rule] })).toBe("deny");
  });
});

describe("a rule that denies a command", () => {
  const policy = (pattern: string, tool = "bash_command"): Policy => ({
    mode: "auto",
    rules: [{ id: "1", layer: "workspace", effect: "deny", tool, pattern }],
  });

  it.each([
    ...[
      "rm x",
      "/bin/rm x",
      "'rm' x",
      "r\\m x",
      "$'\\x72m' x",
      "./rm x",
      "sudo rm x",
      "env A=1 rm x",
      "env rm x",
    ],
    ...["time rm x", "nice -n 5 rm x", "timeout 5 rm x", "coproc rm x", "command rm x", "bash -c 'rm x'"],
    ...["sh -c \"bash -c 'rm x'\"", "ls | xargs rm", "find . -exec rm {} +", "ssh host rm x", "ls && rm x"],
    ...[
      "(rm x)",
      "{ rm x; }",
      "if true; then rm x; fi",
      "echo $(rm x)",
      "echo `rm x`",
      "cat <(rm x)",
      "uv run rm x",
      "poetry run rm x",
      "rm $X",
    ],
    ...["f() { rm x; }", "for a in b; do rm x; done", "rg --pre rm x", "rm x &", "cat <<EOF\n$(rm x)\nEOF"],
  ])("denies %s", async (command) => {
    expect(await effectOf(command, policy("rm"))).toBe("deny");
  });

  it.each([
    "git push",
    "git -C src push",
    "git -c a=b push",
    "git --no-pager push origin",
    "env GIT_X=1 git push",
  ])("denies git push as %s", async (command) => {
    expect(await effectOf(command, policy("git push"))).toBe("deny");
  });

  it.each(["$X", "eval rm x", "bash script", "python -c 'x'", "echo 'rm x' | sh", "alias a=rm", "if", ""])(
    "asks about %j, which might be that command",
    async (command) => {
      expect(await effectOf(command, policy("rm"))).toBe("ask");
      expect(await effectOf(command, { mode: "auto", rules: [] })).toBe("allow");
    },
  );

  it.each([
    "cat src/a.ts",
    "cd src && cat a.ts",
    "cat < src/a.ts",
    "grep x --file=src/a.ts",
    "git show HEAD:src/a.ts",
    'echo "$(cd docs)" && cat src/a.ts',
    "ls <(cd docs) && cat src/a.ts",
    "cd docs && echo $(cd ..) && cat ../src/a.ts",
    '[ "$(cd docs)" ] && cat src/a.ts',
    "[[ -n $(cd docs) ]] && cat src/a.ts",
  ])("keeps a file from %s", async (command) => {
    expect(await effectOf(command, policy("src/**", "read_file"))).toBe("deny");
  });

  it("treats a redirection as a write of the file", async () => {
    const rule = { id: "1", layer: "workspace", tool: "write_file", pattern: "out.txt" } as const;
    expect(await effectOf("ls > out.txt", { mode: "ask", rules: [{ ...rule, effect: "allow" }] })).toBe(
      "allow",
    );
    expect(await effectOf("ls > out.txt", { mode: "auto", rules: [{ ...rule, effect: "deny" }] })).toBe(
      "deny",
    );
    expect(await effectOf("ls > other.txt", { mode: "ask", rules: [{ ...rule, effect: "allow" }] })).toBe(
      "ask",
    );
  });
});

describe("a rule that denies writing files", () => {
  const policy: Policy = {
    mode: "auto",
    rules: [{ id: "1", layer: "workspace", effect: "deny", tool: "write_file", pattern: "**" }],
  };

  it.each([
    ...["[ -f x ]", "[[ -f x ]]", "! [ -f x ]", "! [[ -f x ]]", "test -f x", "{ [ -f x ]; }", "([ -f x ])"],
    ...["if [ -f x ]; then [ -f y ]; fi", "while [ -f x ]; do [ -f y ]; done", "cd src && [ -f x ]"],
    ...["for a in b; do [ -f $a ]; done", "case x in x) ;; esac", "(( 1 ))", "f() { :; }", "ls | [ -f x ]"],
    ...["[ -f x ] && [ -f y ]", "export X"],
  ])("denies what %s writes", async (command) => {
    for (const operator of [">", ">>", "2>", "2>>", ">|", "&>", "&>>", ">&"])
      expect(await effectOf(`${command} ${operator} package.json`, policy), operator).toBe("deny");
    expect(await effectOf(`${command} > /dev/null`, policy)).not.toBe("deny");
  });

  it("denies the file behind a here-document", async () => {
    expect(await effectOf("cat <<EOF > package.json\nx\nEOF", policy)).toBe("deny");
  });
});

describe("rules suggested for a command line", () => {
  const suggested = async (command: string): Promise<readonly string[]> => {
    const { subjects } = await readCommand(command, commandPlace(folder, true));
    const call = { tool: "bash_command", isHarmless: false, isProtected: false, subjects };
    return suggestRules(call, ASKS, "conversation").map((rules) => rules.map(formatTarget).join(" + "));
  };

  it("name each part that asks, narrowest first", async () => {
    expect(await suggested("npm test && npm run deploy --dry && rm -f x > log.txt")).toEqual([
      "write_file(log.txt) + bash_command(=npm run deploy --dry) + bash_command(=rm -f x)",
      "write_file(log.txt) + bash_command(npm run) + bash_command(rm)",
      "write_file(log.txt) + bash_command(npm) + bash_command(rm)",
    ]);
    expect(await suggested("git push origin main")).toEqual([
      "bash_command(=git push origin main)",
      "bash_command(git push)",
      "bash_command(git)",
      "bash_command",
    ]);
  });

  it("name nothing narrower than the tool for code that rules cannot judge", async () => {
    expect(await suggested("python -c 'print(1)'")).toEqual(["bash_command"]);
  });
});
