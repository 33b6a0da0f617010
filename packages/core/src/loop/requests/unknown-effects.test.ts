import { expect, it } from "vitest";
import { resolveEvents } from "./unknown-effects.ts";

const EXPIRES_AT = 1_000;
const state = {
  effects: new Map([
    ["c1", { effectId: "e1", toolCallId: "c1", expiresAt: EXPIRES_AT, resolution: null }],
    ["c2", { effectId: "e2", toolCallId: "c2", expiresAt: null, resolution: "left" as const }],
    ["c3", { effectId: "e3", toolCallId: "c3", expiresAt: null, resolution: null }],
  ]),
};

const report = (effectId: string, at: number) =>
  resolveEvents(
    { state },
    {
      ...{ kind: "resolve_effect", id: `effect:${effectId}`, traceId: "t", personId: "mira", at },
      payload: { effectId, resolution: "happened" },
    },
  ).map(({ data }) => data);

it("counts a report that was sent before the request expired", () => {
  expect(report("e1", EXPIRES_AT - 1)).toMatchObject([
    { effectId: "e1", toolCallId: "c1", personId: "mira", resolution: "happened" },
  ]);
  expect(report("e1", EXPIRES_AT)).toEqual([]);
  expect(report("e3", EXPIRES_AT)).toHaveLength(1);
});

it("ignores a report on what is resolved or was never asked", () => {
  expect(report("e2", 0)).toEqual([]);
  expect(report("e4", 0)).toEqual([]);
});
