import { describe, expect, it } from "vitest";
import { unknownTools } from "./named-tools.ts";
import { unknownFiles } from "./named-files.ts";
import { readSkill } from "./read-skill.ts";
import { applySkillFix, suggestSkillFix } from "./suggest-skill-fix.ts";

const KNOWN = { files: ["references/queries.md"], tools: ["bash", "read_file"] };

/** Applies every suggested change, and returns the text. */
function fixAll(source: string): string {
  const { skill, problems } = readSkill(source, "");
  const all = [
    ...problems,
    ...unknownTools(source, { allowedTools: skill?.allowedTools ?? [], tools: KNOWN.tools }),
    ...unknownFiles(source, KNOWN.files),
  ];
  return all
    .flatMap((problem) => suggestSkillFix(problem, KNOWN) ?? [])
    .reduce((text, fix) => applySkillFix(text, fix), source);
}

const text = (name: string, more = "", body = "Steps."): string =>
  `---\nname: ${name}\ndescription: Use it.\n${more}---\n${body}\n`;

describe("a suggested change", () => {
  it.each([
    ["Vendor_Limits", "vendor-limits"],
    ["Latency Triage!", "latency-triage"],
    [`a${"-b".repeat(40)}`, `a${"-b".repeat(31)}`],
  ])("makes the name %s allowed", (name, allowed) => {
    const fixed = fixAll(text(name));
    expect(fixed).toContain(`name: ${allowed}\n`);
    expect(readSkill(fixed, allowed).skill?.name).toBe(allowed);
  });

  it("replaces a misspelled file and tool where they stand", () => {
    const misspelled = text("a", "allowed-tools: bsh(git:*), read_file\n", "See `references/query.md`.");
    const correct = text("a", "allowed-tools: bash(git:*), read_file\n", "See `references/queries.md`.");
    expect(fixAll(misspelled)).toBe(correct);
    expect(fixAll(text("a", "allowed-tools:\n  - bsh\n"))).toContain("  - bash\n");
  });

  it("is missing where only a person can know the fix, and for tools of other programs", () => {
    for (const source of [text("文档"), text("a", "allowed-tools: NotebookEdit\n"), "---\nname: a\n---\n"])
      expect(fixAll(source)).toBe(source);
    const tools = { allowedTools: ["NotebookEdit"], tools: KNOWN.tools };
    expect(unknownTools("", tools)).toEqual([]);
  });

  it("leaves a line that has changed meanwhile", () => {
    expect(applySkillFix("name: other", { line: 1, from: "Vendor", to: "vendor" })).toBe("name: other");
    expect(applySkillFix("a", { line: 9, from: "a", to: "b" })).toBe("a");
  });
});
