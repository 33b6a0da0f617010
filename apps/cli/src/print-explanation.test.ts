import { expect, it } from "vitest";
import { printExplanation } from "./print-explanation.ts";

it("prints the decision, what was compared, and the part of each rule, without control characters", () => {
  const rule = { id: "1", layer: "workspace", decides: true, fate: "decides", why: "decides" } as const;
  const text = printExplanation({
    ...{
      effect: "deny",
      cause: "rule",
      reason: 'The rule "deny *" of the workspace denies this call.',
      mode: "ask",
    },
    ...{ subjects: ["link\u001b[2J", "infra/key"], rules: [{ ...rule, text: "deny *" }] },
  });
  expect(text.split("\n")).toEqual([
    'Denied. The rule "deny *" of the workspace denies this call.',
    "mode      ask",
    expect.stringMatching(/^compares {2}link/u),
    "compares  infra/key",
    "rule      deny * (workspace): decides",
  ]);
  expect(text).not.toContain("\u001b");
});
