import { expect, it } from "vitest";
import { listenForProcessInterrupts } from "./listen-for-interrupts.ts";

it.each(["SIGINT", "SIGTERM"] as const)("subscribes to %s until stopped", (signal) => {
  const before = process.listeners(signal);
  const reasons: string[] = [];
  const stop = listenForProcessInterrupts((reason) => reasons.push(reason));
  const [listener] = process.listeners(signal).slice(before.length);
  listener?.(signal);
  expect(reasons).toEqual(["Ctrl+C"]);
  stop();
  expect(process.listeners(signal)).toEqual(before);
});
