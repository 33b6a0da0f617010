import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCall, arbitraryPolicy } from "../testing/permission-arbitraries.ts";
import { decide, type Policy } from "./decide.ts";
import { specificity } from "./match-rule.ts";
import type { PermissionCall, Subject } from "./rule.ts";
import { formatTarget } from "./rule-text.ts";
import { suggestRules } from "./suggest-rules.ts";

const call = (subject: Subject | null, more: Partial<PermissionCall> = {}): PermissionCall => ({
  ...{ tool: "write_file", isHarmless: false, isProtected: false },
  ...{ subjects: subject === null ? [] : [subject], ...more },
});
const path = (text: string): PermissionCall => call({ kind: "path", text });
const ASKS: Policy = { mode: "ask", rules: [] };
const texts = (called: PermissionCall, policy = ASKS): readonly string[] =>
  suggestRules(called, policy, "conversation").map((targets) => targets.map(formatTarget).join("\n"));

describe("suggested rules", () => {
  it.each([
    ["a/b/c.ts", ["write_file(a/b/c.ts)", "write_file(a/b/**)", "write_file(a/**)"]],
    ["a/b.ts", ["write_file(a/b.ts)", "write_file(a/**)"]],
    ["./b.ts", ["write_file(b.ts)"]],
    ["what?.md", []],
    ["../out", []],
    [".", []],
  ])(
    "go from exactly the path to every call of the tool, then to all changes of files: %s",
    (text, narrower) => {
      expect(texts(path(text))).toEqual([...narrower, "write_file", "edit_file\nwrite_file"]);
    },
  );

  it("are about one tool where it changes no files", () => {
    const read = { ...path("a/b.ts"), tool: "read_file" };
    const rules = [{ id: "1", layer: "workspace", effect: "ask", tool: "*", pattern: "" } as const];
    expect(texts(read, { mode: "ask", rules })).toEqual([
      "read_file(a/b.ts)",
      "read_file(a/**)",
      "read_file",
    ]);
  });

  it.each([
    ...(["workspace", "conversation", "project"] as const).flatMap((layer) => [
      ["ask", layer] as const,
      ["deny", layer] as const,
    ]),
    ["allow", "workspace"] as const,
  ])("are about one tool where a rule decides about the other one: %s edit_file, %s", (effect, layer) => {
    for (const tool of ["edit_file", "edit*"]) {
      const rules = [{ id: "1", layer, effect, tool, pattern: "" } as const];
      expect(texts(path("a/b.ts"), { mode: "ask", rules })).toEqual([
        ...["write_file(a/b.ts)", "write_file(a/**)", "write_file"],
      ]);
    }
  });

  it("keep what a narrower rule says about the other tool", () => {
    const rule = { id: "1", layer: "workspace", effect: "ask", tool: "edit_file", pattern: "x/**" } as const;
    const all = suggestRules(path("a/b.ts"), { mode: "ask", rules: [rule] }, "conversation").at(-1) ?? [];
    expect(all.map(formatTarget)).toEqual(["edit_file", "write_file"]);
    const added = all.map(
      (target) => ({ id: "new", layer: "conversation", effect: "allow", ...target }) as const,
    );
    const edit = { ...path("x/b.ts"), tool: "edit_file" };
    expect(decide(edit, { mode: "ask", rules: [rule, ...added] }).effect).toBe("ask");
  });

  it("go from exactly the address to its server", () => {
    expect(texts(call({ kind: "url", text: "https://Example.com:8443/a/b?q=1" }))).toEqual([
      "write_file(https://example.com:8443/a/b)",
      "write_file(https://example.com:8443)",
      "write_file",
      "edit_file\nwrite_file",
    ]);
  });

  it("allow every call of the tool or none where a link leads elsewhere", () => {
    const subjects = ["a/link", "a/target"].map((text) => ({ kind: "path", text }) as const);
    expect(texts(call(null, { subjects }))).toEqual(["write_file", "edit_file\nwrite_file"]);
  });

  it("leave out rules that a more specific one would overrule", () => {
    const rules = [
      { id: "1", layer: "workspace", effect: "ask", tool: "write_file", pattern: "a/**" } as const,
    ];
    expect(texts(path("a/b.ts"), { mode: "ask", rules })).toEqual(["write_file(a/b.ts)", "write_file(a/**)"]);
  });

  it("do not exist for files that always ask, denied calls and the read-only mode", () => {
    expect(texts(call({ kind: "path", text: "AGENTS.md" }, { isProtected: true }))).toEqual([]);
    expect(texts(path("a/b.ts"), { mode: "read-only", rules: [] })).toEqual([]);
    const rules = [{ id: "1", layer: "workspace", effect: "deny", tool: "*", pattern: "" } as const];
    expect(texts(path("a/b.ts"), { mode: "ask", rules })).toEqual([]);
  });

  it("each allow the call once they are written, the narrower ones first", () => {
    fc.assert(
      fc.property(
        arbitraryCall,
        arbitraryPolicy,
        fc.constantFrom("workspace", "conversation"),
        (called, policy, layer) => {
          const suggested = suggestRules(called, policy, layer);
          for (const targets of suggested) {
            const added = targets.map(
              (target) => ({ id: "new", layer, effect: "allow", ...target }) as const,
            );
            const rules = [...policy.rules, ...added];
            expect(decide(called, { ...policy, rules }).effect).toBe("allow");
          }
          const literals = suggested.flat().map((target) => specificity(target)[2] ?? 0);
          expect(literals).toEqual(literals.toSorted((first, second) => second - first));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
