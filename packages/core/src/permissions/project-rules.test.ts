import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCall, arbitraryPolicy } from "../testing/permission-arbitraries.ts";
import { decide } from "./decide.ts";
import { readProjectRules } from "./project-rules.ts";
import { EFFECTS } from "./rule.ts";

describe("rules of project files", () => {
  it("are read from two lists", () => {
    expect(readProjectRules({ deny: ["write_file(infra/**)"], ask: ["edit_file"] })).toEqual({
      ok: true,
      rules: [
        {
          ...{ id: "project:deny write_file(infra/**)", layer: "project", effect: "deny" },
          ...{ tool: "write_file", pattern: "infra/**" },
        },
        { id: "project:ask edit_file", layer: "project", effect: "ask", tool: "edit_file", pattern: "" },
      ],
    });
    expect(readProjectRules({})).toEqual({ ok: true, rules: [] });
  });

  it.each([
    [null, "must be a JSON object"],
    [["deny"], "must be a JSON object"],
    [{ allow: ["write_file"] }, "cannot allow anything"],
    [{ denny: [] }, 'no list "denny"'],
    [{ deny: "write_file" }, '"deny" must be a list'],
    [{ ask: ["write_file", 7] }, 'Rule 2 in "ask"'],
    [{ deny: ["write file"] }, "is not TOOL"],
    [{ deny: Array.from({ length: 300 }, (_, index) => `write_file(${index})`) }, "more than 200"],
  ])("have a problem that names the mistake: %j", (value, problem) => {
    const read = readProjectRules(value);
    expect(read.ok ? "" : read.problem).toContain(problem);
  });

  it("never permit more, whatever the file contains", () => {
    const list = fc.array(
      fc.constantFrom(
        "write_file",
        "write_file(src/**)",
        "*",
        "read_file(infra)",
        "fetch(https://example.com)",
        "x y",
      ),
      { maxLength: 4 },
    );
    const file = fc.dictionary(
      fc.constantFrom("deny", "ask", "allow", "mode"),
      fc.oneof(list, fc.jsonValue()),
    );
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, fc.oneof(file, fc.jsonValue()), (call, policy, value) => {
        const read = readProjectRules(value);
        if (!read.ok) return;
        const after = decide(call, { ...policy, rules: [...policy.rules, ...read.rules] });
        expect(EFFECTS.indexOf(after.effect)).toBeGreaterThanOrEqual(
          EFFECTS.indexOf(decide(call, policy).effect),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
