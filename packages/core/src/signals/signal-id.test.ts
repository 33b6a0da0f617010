import { expect, it } from "vitest";
import { createPortableHash } from "../adapters/system/sha256.ts";
import { createTestIds } from "../testing/builders.ts";
import type { SignalBody } from "./signal.ts";
import { signalId } from "./signal-id.ts";

const ids = createTestIds();
const hash = createPortableHash();
const idOf = (body: SignalBody, requestId?: string): string => signalId("t1", body, { ids, hash, requestId });

it("is the same for both decisions about a request, so that only the first counts", () => {
  const approve = idOf({ kind: "approve", payload: { approvalId: "r1", arguments: "{}" } });
  expect(idOf({ kind: "deny", payload: { approvalId: "r1", reason: "No." } })).toBe(approve);
  expect(idOf({ kind: "approve", payload: { approvalId: "r2" } })).not.toBe(approve);
});

it("is the same for all answers to a question and all reports on an effect", () => {
  const answer = (questionId: string, text: string): string =>
    idOf({ kind: "answer", payload: { questionId, text } });
  expect(answer("q1", "a")).toBe(answer("q1", "b"));
  expect(answer("q1", "a")).not.toBe(answer("q2", "a"));
  const report = (effectId: string, resolution: "happened" | "left"): string =>
    idOf({ kind: "resolve_effect", payload: { effectId, resolution } });
  expect(report("e1", "happened")).toBe(report("e1", "left"));
  expect(report("e1", "left")).not.toBe(report("e2", "left"));
});

it("is a new one for each text, unless its sender names it", () => {
  const steer: SignalBody = { kind: "steer", payload: { text: "Use b" } };
  expect(idOf(steer)).not.toBe(idOf(steer));
  expect(idOf(steer, "m1")).toBe(idOf(steer, "m1"));
  expect(idOf(steer, "m1")).not.toBe(idOf(steer, "m2"));
});

it("is one for each run for a cancel", () => {
  const cancel: SignalBody = { kind: "cancel", payload: { reason: null } };
  expect(idOf(cancel)).toBe(idOf(cancel));
  expect(signalId("t2", cancel, { ids, hash })).not.toBe(idOf(cancel));
});
