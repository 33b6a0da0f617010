import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCall, arbitraryPolicy } from "../testing/permission-arbitraries.ts";
import { decide } from "./decide.ts";
import { explain, type RuleFate } from "./explain.ts";
import { matchesRule, specificity } from "./match-rule.ts";
import { type PermissionCall, type PermissionRule, RULE_LAYERS } from "./rule.ts";

const RUNS = { numRuns: 2_000 };

describe("explain", () => {
  it("names the decision, the rules that match, and the one that decides", () => {
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, (call, policy) => {
        const { decision, rules } = explain(call, policy);
        expect(decision).toEqual(decide(call, policy));
        const subjects = call.subjects.length === 0 ? [null] : call.subjects;
        const matching = policy.rules.filter((rule) =>
          subjects.some((item) => matchesRule(rule, call, item)),
        );
        expect(new Set(rules.map(({ rule }) => rule))).toEqual(new Set(matching));
        const deciding = rules.filter(({ fate }) => fate === "decides").map(({ rule }) => rule);
        expect(deciding).toEqual(decision.rule === null ? [] : [decision.rule]);
        expect(decide(call, { ...policy, rules: rules.map(({ rule }) => rule) })).toEqual(decision);
      }),
      RUNS,
    );
  });

  it("gives a reason that is true beside the deciding rule", () => {
    fc.assert(
      fc.property(arbitraryCall, arbitraryPolicy, ({ subjects, ...rest }, policy) => {
        const call = { ...rest, subjects: subjects.slice(0, 1) };
        const { decision, rules } = explain(call, policy);
        for (const { rule, fate } of rules) expectTrue(fate, rule, { call, winner: decision.rule, policy });
      }),
      RUNS,
    );
  });

  it("says that a narrower rule of a conversation cannot permit what the workspace denies", () => {
    const denies = ruleOf({ layer: "workspace", effect: "deny", pattern: "" });
    const allows = ruleOf({ layer: "conversation", effect: "allow", pattern: "src/a.ts" });
    const subjects = [{ kind: "path", text: "src/a.ts" }] as const;
    const call = { tool: "write_file", isHarmless: false, isProtected: false, subjects };
    expect(explain(call, { mode: "auto", rules: [allows, denies] }).rules).toEqual([
      { rule: denies, fate: "decides" },
      { rule: allows, fate: "bound" },
    ]);
  });
});

function ruleOf(rule: Pick<PermissionRule, "layer" | "effect" | "pattern">): PermissionRule {
  return { id: `${rule.layer} ${rule.pattern}`, tool: "write_file", ...rule };
}

type Case = {
  readonly call: PermissionCall;
  readonly winner: PermissionRule | null;
  readonly policy: Parameters<typeof decide>[1];
};

/** Checks a fate by its own words, for a call on one subject. */
function expectTrue(fate: RuleFate, rule: PermissionRule, { call, winner, policy }: Case): void {
  const layer = (one: PermissionRule | null): number => (one === null ? -1 : RULE_LAYERS.indexOf(one.layer));
  const isAsSpecific = winner !== null && specificity(rule).join() === specificity(winner).join();
  switch (fate) {
    case "decides":
      return expect(rule).toBe(winner);
    case "less_specific":
      return expect(isAsSpecific).toBe(false);
    case "earlier_layer":
      expect(isAsSpecific).toBe(true);
      return expect(layer(rule)).toBeLessThan(layer(winner));
    case "less_strict":
      return expect(rule.effect).not.toBe(winner?.effect);
    case "repeated":
      return expect(rule.effect).toBe(winner?.effect);
    case "bound":
      expect(rule.layer).toBe("conversation");
      return expect(winner?.effect).toBe("deny");
    case "project":
      expect(rule.layer).toBe("project");
      return expect(decide(call, { ...policy, rules: policy.rules.filter((one) => one !== rule) })).toEqual(
        decide(call, policy),
      );
    case "mode":
      return expect(policy.mode).toBe("read-only");
    case "protected":
      return expect(call.isProtected).toBe(true);
    case "other_subject":
      throw new Error("A call on one subject has no other.");
  }
}
