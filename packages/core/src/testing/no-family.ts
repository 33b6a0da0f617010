import type { RunFamily } from "../loop/children/run-family.ts";
import type { ChildAgents } from "../ports/child-agents.ts";

/** A family for runs that start no sub-agents. */
export const NO_FAMILY: RunFamily = {
  denials: { add: () => undefined, isEmpty: () => true, of: () => [], find: () => null },
  loops: { note: () => undefined, find: () => null },
  edits: {
    note: () => undefined,
    take: () => [],
    end: () => undefined,
    watch: () => () => new Map(),
    recall: () => undefined,
  },
  size: async () => 0,
  create: async () => await unexpected(),
  get: async () => await unexpected(),
  spent: async () => await unexpected(),
  admit: async () => await unexpected(),
  logs: () => ({ [Symbol.asyncIterator]: unexpectedly }),
  below: async () => await unexpected(),
  isDue: async () => await unexpected(),
  isReleased: () => false,
  untilDue: async () => await unexpected(),
  execute: async () => await unexpected(),
  send: async () => await unexpected(),
  slots: { take: async () => await unexpected(), free: () => undefined },
};

/** The sub-agents of a call that starts none. */
export const NO_CHILDREN: ChildAgents = {
  run: async () => await unexpected(),
  hand: async () => await unexpected(),
  wait: async () => await unexpected(),
  message: async () => await unexpected(),
  cancel: async () => await unexpected(),
  activity: async () => await Promise.resolve([]),
  left: async () => await unexpected(),
  list: () => [],
};

function unexpectedly(): AsyncIterator<never> {
  return { next: async () => await unexpected() };
}

async function unexpected(): Promise<never> {
  throw await Promise.resolve(new Error("this run starts no sub-agents"));
}
