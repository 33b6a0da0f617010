import { expect, it } from "vitest";
import { createRunState } from "../../loop/run-state.ts";
import type { FailedToolCall } from "../../loop/plan/plan-state.ts";
import { dueLesson } from "./due-lesson.ts";

const failed = (toolCallId: string, fields: Partial<FailedToolCall> = {}): FailedToolCall => ({
  ...{ toolCallId, toolName: "grep", argumentsText: "{}", output: "disk is full", goalId: "root" },
  ...{ isRule: false, isMissingTool: false },
  ...fields,
});

/** The id of the call that teaches next, after these failures and a number of lessons in the root. */
function nextAfter(failures: readonly FailedToolCall[], lessons = 0, finalRequested = false): string | null {
  const state = createRunState("task");
  state.planning.failures = failures;
  state.planning.lessons = Array.from({ length: lessons }, (_, sequence) => ({
    ...{ goalId: "root", text: "Look first.", sequence },
  }));
  state.finalRequested = finalRequested;
  return dueLesson(state)?.toolCallId ?? null;
}

it("is due for a tool that fails again in the same goal", () => {
  expect(nextAfter([failed("a")])).toBeNull();
  expect(nextAfter([failed("a"), failed("b")])).toBe("b");
  expect(nextAfter([failed("a"), failed("b", { toolName: "read_file" })])).toBeNull();
  expect(nextAfter([failed("a"), failed("b", { goalId: "other" })])).toBeNull();
});

it("is due at once for a call that was wrong itself", () => {
  expect(nextAfter([failed("a", { isRule: true })])).toBe("a");
  expect(nextAfter([failed("a", { isRule: true })], 3)).toBe("a");
});

it("is due at most three times in one goal, and not after the last call", () => {
  expect(nextAfter([failed("a"), failed("b")], 2)).toBe("b");
  expect(nextAfter([failed("a"), failed("b")], 3)).toBeNull();
  expect(nextAfter([failed("a"), failed("b")], 0, true)).toBeNull();
});
