import { expect, it } from "vitest";
import { listenForProcessInterrupts } from "./listen-for-interrupts.ts";

it.each(["SIGINT", "SIGTERM"] as const)("subscribes to %s until stopped", (signal) => {
  const before = process.listeners(signal);
  const interrupt = (): void => undefined;
  const stop = listenForProcessInterrupts(interrupt);
  expect(process.listeners(signal)).toEqual([...before, interrupt]);
  stop();
  expect(process.listeners(signal)).toEqual(before);
});
