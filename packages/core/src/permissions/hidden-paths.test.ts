import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryPolicy } from "../testing/permission-arbitraries.ts";
import { decide } from "./decide.ts";
import { hiddenPaths } from "./hidden-paths.ts";
import { type PermissionCall, type PermissionRule, stricter } from "./rule.ts";

const search = (path: string): PermissionCall => ({
  ...{ tool: "grep_content", isHarmless: true, isProtected: false },
  subjects: [{ kind: "path", text: path }],
});
const rule = (effect: PermissionRule["effect"], tool: string, pattern: string): PermissionRule => ({
  ...{ id: `${effect} ${tool}(${pattern})`, layer: "workspace", effect, tool, pattern },
});

describe("hidden paths", () => {
  it("are exactly those about which the rules of the search, or of reading, are stricter than about the search", () => {
    const path = fc.constantFrom("src/a.ts", "src/b/c.ts", "infra/x", "README.md");
    const tool = fc.constantFrom("read_file", "edit_file");
    fc.assert(
      fc.property(arbitraryPolicy, path, tool, (policy, text, name) => {
        const call = { ...search("."), tool: name };
        const permitted = decide(call, policy).effect;
        const effects = [name, "read_file"].map(
          (one) => decide({ ...search(text), tool: one }, policy).effect,
        );
        const isHidden = effects.some((effect) => stricter(effect, permitted) !== permitted);
        expect(hiddenPaths(call, policy, { permitted, readsAs: "read_file" })?.(text) ?? false).toBe(
          isHidden,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it("include what asks, until a person approved a search of that folder", () => {
    const policy = {
      mode: "auto",
      rules: [rule("ask", "*", "infra/**"), rule("deny", "*", "infra/keys")],
    } as const;
    const above = hiddenPaths(search("."), policy, { permitted: "allow" });
    expect([above?.("infra/a"), above?.("infra/keys/b"), above?.("src/a")]).toEqual([true, true, false]);
    const approved = hiddenPaths(search("infra"), policy, { permitted: "ask" });
    expect([approved?.("infra/a"), approved?.("infra/keys/b")]).toEqual([false, true]);
  });

  it("cost nothing when no rule applies to the search", () => {
    const policy = { mode: "auto", rules: [rule("deny", "write_file", "infra/**")] } as const;
    expect(hiddenPaths(search("."), policy, { permitted: "allow", readsAs: "read_file" })).toBeUndefined();
  });
});
