import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainSkillProblem } from "./explain-skill-problem.ts";
import { readSkill, type SkillReading } from "./read-skill.ts";
import { SKILL_PROBLEMS } from "./skill-problem.ts";
import { SKILL_LIMITS } from "./tunables.ts";

const read = (front: string, { folder = "triage", body = "Steps" } = {}): SkillReading =>
  readSkill(`---\n${front}\n---\n${body}`, folder);
const codes = ({ problems }: SkillReading): readonly string[] => problems.map(({ code }) => code);
const GOOD = "name: triage\ndescription: Find the slow span.";

describe("readSkill", () => {
  it("reads name, description, license, tools and the instructions", () => {
    const reading = read(`${GOOD}\nlicense: MIT\nallowed-tools: read_file search_files`);
    expect(reading).toEqual({
      problems: [],
      isValidFormat: true,
      skill: {
        ...{ name: "triage", description: "Find the slow span.", body: "Steps", license: "MIT" },
        allowedTools: ["read_file", "search_files"],
      },
    });
  });

  it.each([
    ["a list on one line", `${GOOD}\nallowed-tools: [a, b]`, "flow_style"],
    ["a value with a colon", "name: triage\ndescription: Checks: build and tests", "broken_yaml"],
    ["a description that is a list", "name: triage\ndescription:\n  - slow\n  - span", "list_description"],
    ["fields that the format does not have", `${GOOD}\nversion: 2`, "unknown_fields"],
    ["a field that is repeated", `${GOOD}\nlicense: MIT\nlicense: ISC`, "repeated_field"],
    ["an alias", `${GOOD}\nlicense: &a MIT\ncompatibility: *a`, "anchor"],
    ["a folder with another name", "name: other\ndescription: Find it.", "other_folder"],
    ["no name", "description: Find it.", "no_name"],
    ["a long description", `name: triage\ndescription: ${"d".repeat(1_025)}`, "long_description"],
    ["front matter that others end early", `${GOOD} --- then\nversion: 2`, "early_end"],
  ])("reads %s with a warning", (_what, front, code) => {
    const reading = read(front);
    expect(codes(reading)).toContain(code);
    expect(reading.skill).toMatchObject({ body: "Steps" });
  });

  it("rescues values with a colon, quoted or folded over lines", () => {
    const { skill } = read('name: triage\ndescription: Checks: build,\n  then tests\nlicense: "MIT"');
    expect(skill).toMatchObject({ description: "Checks: build, then tests", license: "MIT" });
    expect(read("name: triage\ndescription: >\n  Checks.\nlicense: a: b").skill?.description).toBe("Checks.");
  });

  it("joins the items of a description", () => {
    expect(read("name: triage\ndescription: [slow, span]").skill?.description).toBe("slow, span");
  });

  it.each([
    ["capital letters", "Triage"],
    ["an underscore", "my_skill"],
    ["a path", "../triage"],
    ["a hidden file", ".triage"],
    ["two hyphens", "a--b"],
    ["a space", "a b"],
    ["a line break", '"a\\nb"'],
    ["65 characters", "a".repeat(65)],
    ["letters that look like others", "trіage"],
  ])("refuses a name with %s", (_what, name) => {
    expect(read(`name: ${name}\ndescription: Find it.`).skill).toBeNull();
  });

  it.each([
    ["no front matter", "# Triage", "no_front_matter"],
    ["front matter that does not end", "---\nname: triage\ndescription: Find it.", "open_front_matter"],
    ["no description", "---\nname: triage\n---\n", "no_description"],
    ["bytes that are no text", "---\nname: triage\ndescription: \uFFFD\n---\n", "not_utf8"],
    ["endless front matter", `---\nname: triage\n${"a: b\n".repeat(9_000)}---\n`, "long_front_matter"],
  ])("refuses %s", (_what, text, code) => {
    const reading = readSkill(text, "triage");
    expect(reading.skill).toBeNull();
    expect(codes(reading)).toContain(code);
  });

  it("reads only text from hostile front matter", () => {
    const bomb = ["a: &a [x,x,x,x,x,x,x,x]", "b: &b [*a,*a,*a,*a,*a,*a,*a,*a]", "c: &c [*b,*b,*b,*b,*b,*b]"];
    expect(read([GOOD, ...bomb].join("\n")).skill?.description).toBe("Find the slow span.");
    const deep = `${GOOD}\nmetadata: ${"[".repeat(7_000)}`;
    expect(codes(read(deep))).toContain("broken_yaml");
    expect(read(`${GOOD}\nlicense: !!js/function 'x'`).skill?.license).toBe("x");
    expect(read("__proto__: x\nname: triage\ndescription: d").skill?.name).toBe("triage");
  });

  it("names the line of the file", () => {
    const [problem] = read(`${GOOD}\nlicense: MIT\nversion: 2`).problems;
    expect(problem).toEqual({ code: "unknown_fields", line: 5, found: "version" });
  });

  it("never throws, and offers only skills with a plain name and a description", () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom("---", "name: triage", "description: d", "a: [", "  - x", "? y", "*a", "&a", "|", "\t"),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.string(), (lines, folder) => {
        const { skill, problems } = readSkill(`---\n${lines.join("\n")}`, folder);
        for (const problem of problems) expect(explainSkillProblem(problem)).not.toBe("");
        if (skill === null) return;
        expect(skill.name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u);
        expect(skill.description).not.toBe("");
      }),
    );
  });
});

it("explains every problem in a sentence", () => {
  for (const code of Object.keys(SKILL_PROBLEMS)) {
    const known = Object.keys(SKILL_PROBLEMS).find(
      (name): name is keyof typeof SKILL_PROBLEMS => name === code,
    );
    if (known === undefined) continue;
    expect(explainSkillProblem({ code: known, line: null, found: "x" })).toMatch(/[.:]|x$/u);
  }
  expect(explainSkillProblem({ code: "large_file", line: null, found: "a.bin" })).toContain(
    "1,000,000 bytes",
  );
  expect(SKILL_LIMITS.fileBytes).toBe(1_000_000);
});
