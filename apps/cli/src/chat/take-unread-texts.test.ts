import { buildTrace } from "@goaltrace/core/testing";
import type { Signal } from "@goaltrace/core/signals";
import { expect, it } from "vitest";
import { takeUnreadTexts } from "./take-unread-texts.ts";

const SCOPE = { workspaceId: "w", personId: "me" };

function steer(id: string, text: string, personId = "me"): Signal {
  return { id, traceId: "t", kind: "steer", payload: { text }, personId, at: 0 };
}

function open(status: "completed" | "running", signals: readonly Signal[]) {
  let pending = signals;
  const traces = { get: async () => await Promise.resolve({ ...buildTrace({ id: "t" }), status }) };
  const store = {
    pending: async () => await Promise.resolve(pending),
    take: async (_scope: object, _traceId: string, ids: readonly string[]) => {
      pending = pending.filter(({ id }) => !ids.includes(id));
      await Promise.resolve();
    },
  };
  return { session: { runtime: { stores: { traces, signals: store } }, scope: SCOPE }, left: () => pending };
}

it("takes the texts that a run did not read, in order, once", async () => {
  const compact: Signal = {
    id: "c",
    traceId: "t",
    kind: "compact",
    payload: { focus: null },
    personId: "me",
    at: 0,
  };
  const others = [compact, steer("o", "by someone else", "other")];
  const { session, left } = open("completed", [steer("a", "one"), ...others, steer("b", "two")]);
  expect(await takeUnreadTexts(session, { id: "t" })).toBe("one\n\ntwo");
  expect(left()).toEqual(others);
  expect(await takeUnreadTexts(session, { id: "t" })).toBeNull();
});

it("leaves the texts of a run that has not ended", async () => {
  const { session, left } = open("running", [steer("a", "one")]);
  expect(await takeUnreadTexts(session, { id: "t" })).toBeNull();
  expect(left()).toHaveLength(1);
});
