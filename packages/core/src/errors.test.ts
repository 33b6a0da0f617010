import { expect, it, vi } from "vitest";
import { GoaltraceError, toFailure } from "./errors.ts";

const FAILURE = { code: "CONFLICT", message: "It already exists.", fix: "Use a new id." } as const;

it("recognizes an error of another copy of the module, such as that of another bundle", async () => {
  vi.resetModules();
  const copy = await import("./errors.ts");
  expect(copy.GoaltraceError).not.toBe(GoaltraceError);
  const thrown = new copy.GoaltraceError(FAILURE);
  expect(thrown).toBeInstanceOf(GoaltraceError);
  expect(toFailure(thrown)).toEqual(FAILURE);
});

it("does not recognize other errors and values", () => {
  for (const value of [new Error("no"), FAILURE, null, undefined, "CONFLICT"])
    expect(value).not.toBeInstanceOf(GoaltraceError);
});
