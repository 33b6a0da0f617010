import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, type Policy } from "./decide.ts";
import { matchesRule, specificity } from "./match-rule.ts";
import { arbitraryCall, arbitraryPolicy, arbitraryRule } from "../testing/permission-arbitraries.ts";
import { type Effect, EFFECTS, type PermissionCall, type PermissionRule, RULE_LAYERS } from "./rule.ts";

const strictness = (effect: Effect): number => EFFECTS.indexOf(effect);
const RUNS = { numRuns: 2_000 };

const write: PermissionCall = {
  ...{ tool: "write_file", isHarmless: false, isProtected: false },
  subjects: [{ kind: "path", text: "src/a.ts" }],
};
const rule = (effect: Effect, tool: string, more: Partial<PermissionRule> = {}): PermissionRule => ({
  ...{ id: `${effect} ${tool}`, layer: "workspace", effect, tool, pattern: "" },
  ...more,
});

describe("decide", () => {
  it("never permits more because of a rule that denies", () => {
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, arbitraryRule(["deny"]), (called, before, added) => {
        const after = decide(called, { ...before, rules: [...before.rules, added] });
        expect(strictness(after.effect)).toBeGreaterThanOrEqual(strictness(decide(called, before).effect));
      }),
      RUNS,
    );
  });

  it("never lets rules of project files permit more, whatever they contain", () => {
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, arbitraryRule(EFFECTS), (called, before, added) => {
        const rules = [...before.rules, { ...added, layer: "project" as const }];
        expect(strictness(decide(called, { ...before, rules }).effect)).toBeGreaterThanOrEqual(
          strictness(decide(called, before).effect),
        );
      }),
      RUNS,
    );
  });

  it("never lets a rule of a conversation permit what rules of the workspace and its agents deny", () => {
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, arbitraryRule(EFFECTS), (called, before, added) => {
        const binding = before.rules.filter(({ layer }) => layer !== "conversation" && layer !== "project");
        if (decide(called, { mode: "auto", rules: binding }).effect !== "deny") return;
        const rules = [...before.rules, { ...added, layer: "conversation" as const }];
        expect(decide(called, { ...before, rules }).effect).toBe("deny");
      }),
      RUNS,
    );
  });

  it("does not depend on the order of rules and subjects", () => {
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, (called, given) => {
        const turned = decide(
          { ...called, subjects: called.subjects.toReversed() },
          { ...given, rules: given.rules.toReversed() },
        );
        expect(turned.effect).toBe(decide(called, given).effect);
      }),
      RUNS,
    );
  });

  it("agrees with the definition: denied by admins, else most specific, then latest layer, then strictest, per subject the strictest", () => {
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, (called, given) => {
        expect(decide(called, given).effect).toBe(byDefinition(called, given));
      }),
      RUNS,
    );
  });

  it("names a matching rule of the policy with its effect, or a cause without a rule", () => {
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, (called, given) => {
        const { rule: winner, cause, effect } = decide(called, given);
        expect(winner === null).toBe(cause !== "rule");
        if (winner === null) return;
        expect(given.rules).toContain(winner);
        expect(winner.effect).toBe(effect);
        const subjects = called.subjects.length === 0 ? [null] : called.subjects;
        expect(subjects.some((item) => matchesRule(winner, called, item))).toBe(true);
      }),
      RUNS,
    );
  });

  it("never changes anything in read-only mode and always asks before protected files", () => {
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, (called, given) => {
        const { effect } = decide(called, given);
        if (called.isHarmless) return;
        if (given.mode === "read-only") expect(effect).toBe("deny");
        if (called.isProtected) expect(effect).not.toBe("allow");
      }),
      RUNS,
    );
  });

  it.each([
    ["read-only", "deny", "allow"],
    ["ask", "ask", "allow"],
    ["auto", "allow", "allow"],
  ] as const)("decides without rules by the mode: %s", (mode, changing, harmless) => {
    expect(decide(write, { mode, rules: [] })).toMatchObject({
      effect: changing,
      rule: null,
    });
    expect(decide({ ...write, isHarmless: true }, { mode, rules: [] }).effect).toBe(harmless);
  });

  it("prefers the rule with the more specific pattern to that of a later layer", () => {
    const rules = [
      rule("allow", "write_file", { layer: "conversation" }),
      rule("deny", "write_file", { pattern: "src/**" }),
    ];
    expect(decide(write, { mode: "ask", rules }).effect).toBe("deny");
  });

  it("lets admins except a part from what they deny, and members from what asks", () => {
    const narrow = { pattern: "src/a.ts" };
    const denied = [rule("deny", "write_file")];
    const excepted = [...denied, rule("allow", "write_file", narrow)];
    expect(decide(write, { mode: "ask", rules: excepted }).effect).toBe("allow");
    const own = rule("allow", "write_file", { ...narrow, layer: "conversation" });
    expect(decide(write, { mode: "auto", rules: [...denied, own] })).toMatchObject({ rule: denied[0] });
    const asked = [rule("ask", "write_file"), own];
    expect(decide(write, { mode: "ask", rules: asked }).effect).toBe("allow");
  });
});

/** The same decision, written as the spec states it. */
function byDefinition(called: PermissionCall, { mode, rules }: Policy): Effect {
  const subjects = called.subjects.length === 0 ? [null] : called.subjects;
  const strictest = (effects: readonly Effect[]): Effect =>
    EFFECTS.findLast((effect) => effects.includes(effect)) ?? "deny";
  const perSubject = subjects.map((item) => {
    const matching = rules.filter((candidate) => matchesRule(candidate, called, item));
    const own = matching.filter(({ layer }) => layer !== "project");
    const isBeaten = (candidate: PermissionRule): boolean =>
      own.some((other) => compare(rank(other), rank(candidate)) > 0);
    const best = own.filter((candidate) => !isBeaten(candidate)).map(({ effect }) => effect);
    const admins = own.filter(({ layer }) => layer !== "conversation");
    const isDenied = admins
      .filter((candidate) => admins.every((other) => compare(rank(other), rank(candidate)) <= 0))
      .some(({ effect }) => effect === "deny");
    if (isDenied) return "deny";
    const runs = mode === "auto" || (called.isHarmless && called.reachesOut !== true);
    const unruled: Effect = runs ? "allow" : called.isHarmless || mode === "ask" ? "ask" : "deny";
    const taken = matching.filter(({ layer }) => layer === "project").map(({ effect }) => effect);
    return strictest([best.length === 0 ? unruled : strictest(best), ...taken]);
  });
  const decided = strictest(perSubject);
  if (called.isHarmless) return decided;
  if (mode === "read-only") return "deny";
  return called.isProtected ? strictest([decided, "ask"]) : decided;
}

function rank(candidate: PermissionRule): readonly number[] {
  return [...specificity(candidate), RULE_LAYERS.indexOf(candidate.layer)];
}

function compare(first: readonly number[], second: readonly number[]): number {
  return (
    first.map((value, index) => value - (second[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  );
}
