import fc from "fast-check";
import type { Entry } from "../log/entry.ts";
import { anyText } from "./any-text.ts";
import { buildLog, type LogBuilder } from "./builders.ts";
import { goalCreated } from "./goal-operations.ts";

type Step =
  | { readonly kind: "user" | "answer" | "goal" | "progress"; readonly text: string }
  | {
      readonly kind: "calls";
      readonly results: readonly { readonly output: string; readonly failed: boolean }[];
    };

const text = anyText({ maxLength: 200 });

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("user", "answer", "goal", "progress"), text }),
  fc.record({
    kind: fc.constant("calls"),
    results: fc.array(fc.record({ output: text, failed: fc.boolean() }), { minLength: 1, maxLength: 5 }),
  }),
);

/** Complete logs in which every law holds: gap-free numbers, calls paired with results, goals created before they get the focus. */
export function logArbitrary(options: { readonly maxSteps?: number } = {}): fc.Arbitrary<readonly Entry[]> {
  return fc.array(stepArbitrary, { minLength: 1, maxLength: options.maxSteps ?? 30 }).map((steps) => {
    const log = buildLog();
    log.user("The task");
    for (const step of steps) addStep(log, step);
    return log.entries;
  });
}

/** Logs truncated anywhere, as after a crash. */
export function cutLogArbitrary(): fc.Arbitrary<readonly Entry[]> {
  return fc
    .tuple(logArbitrary(), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([entries, share]) => entries.slice(0, Math.ceil(entries.length * share)));
}

function addStep(log: LogBuilder, step: Step): void {
  switch (step.kind) {
    case "user":
      log.user(step.text);
      return;
    case "answer":
      log.assistant({ text: step.text });
      return;
    case "goal": {
      const goalId = `goal-${log.entries.length}`;
      log.goals(goalCreated(goalId, "root", { title: step.text, index: 0 }), { op: "focused", goalId });
      return;
    }
    case "progress":
      log.event({ type: "tool.progressed", data: { toolCallId: "any", text: step.text } });
      return;
    case "calls": {
      const message = log.assistant({ calls: step.results.map(() => ({})) });
      message.toolCalls.forEach((call, index) => {
        const result = step.results[index];
        log.tool(call.id, {
          output: result?.output ?? "",
          outcome: result?.failed === true ? "error" : "ok",
        });
      });
    }
  }
}
