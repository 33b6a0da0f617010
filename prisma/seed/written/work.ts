import type { WrittenCall, WrittenLog, WrittenStep } from "./written-log.ts";

/** The work on one goal: what each step says, and the calls that it makes in order. */
export type Work = {
  readonly id: string;
  readonly steps: readonly WrittenStep[];
  readonly result?: string;
};

/** Works on a goal and finishes it with its result; a goal without a result stays open. */
export function work(log: WrittenLog, { id, steps, result }: Work): void {
  log.focus(id);
  for (const step of steps) log.step(id, step);
  if (result !== undefined) log.done(id, result);
}

/** Returns a tool call whose line in lists is its argument. */
export function use(name: string, argument: string, result = "ok"): WrittenCall {
  return { name, input: { argument }, does: argument, output: result };
}

/** Returns a tool call that ends with an error. Its line in lists is its argument, as of every call. */
export function misuse(name: string, argument: string, error: string): WrittenCall {
  return { name, input: { argument }, does: argument, output: error, outcome: "error" };
}

/** Returns the call with its duration in seconds. */
export function took(seconds: number, call: WrittenCall): WrittenCall {
  return { ...call, seconds };
}
