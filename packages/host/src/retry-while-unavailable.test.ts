import { GoaltraceError } from "@goaltrace/core";
import { expect, it } from "vitest";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";

const unavailable = new GoaltraceError({
  code: "DATABASE_UNAVAILABLE",
  message: "Starting up.",
  fix: "Wait.",
});

/** Runs attempts that fail with these errors, in order, and then succeed. Returns the outcome and the pauses. */
async function retry(
  errors: readonly Error[],
): Promise<{ readonly outcome: unknown; readonly pauses: number[] }> {
  const left = [...errors];
  const pauses: number[] = [];
  const outcome = await retryWhileUnavailable(
    async () => {
      const error = left.shift();
      if (error !== undefined) throw error;
      return "ready";
    },
    { sleep: async (milliseconds) => void pauses.push(milliseconds), onRetry: () => undefined },
  ).catch((thrown: unknown) => thrown);
  return { outcome, pauses };
}

it("retries with growing pauses until the database is available", async () => {
  const { outcome, pauses } = await retry(Array.from({ length: 6 }, () => unavailable));
  expect(outcome).toBe("ready");
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
});

it("rethrows other errors at once", async () => {
  const other = new Error("relation does not exist");
  expect(await retry([unavailable, other])).toEqual({ outcome: other, pauses: [500] });
});
