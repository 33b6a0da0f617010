import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WaitingFor } from "../log/trace.ts";
import type { Lease } from "../ports/trace-store.ts";
import type { Signal, SignalBody } from "../signals/signal.ts";
import { type Case, type ContractCases, ids } from "./contract-cases.ts";
import { readableKind } from "./law-signals.ts";
import {
  createLeaseModel,
  isClaimable,
  LEASE_UNITS,
  type LeaseModel,
  noteLease,
  noteRelease,
} from "./run-model.ts";
import { type StatusStep, type Step, steps } from "./signal-steps.ts";

const RUNS = 40;

/** The expected state of a run, derived only from its history. */
type Model = LeaseModel & {
  status: "queued" | "running" | "waiting" | "completed";
  waitingFor: WaitingFor | null;
  wakeAt: number | null;
  /** By id, in order of arrival. */
  readonly sent: Map<string, { readonly body: SignalBody; taken: boolean }>;
  /** The lease of the live worker that has the run, even after it expired. */
  holder: Lease | null;
  /** The last lease that another claim took from a live worker. */
  stale: Lease | null;
};
type Play = { readonly cases: ContractCases; readonly of: Case; readonly model: Model };

/** Laws of waiting under any interleaving of workers, deaths, clock jumps and late or repeated signals; part of the store contract. */
export function describeSignalLaws(cases: ContractCases): void {
  describe("laws of waiting", () => {
    it("loses and repeats no wake-up and keeps unreadable signals pending", async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (planned) => {
          const of = await cases.create();
          const waits = { status: "queued", waitingFor: null, wakeAt: null } as const;
          const model: Model = {
            ...createLeaseModel(),
            ...waits,
            sent: new Map(),
            holder: null,
            stale: null,
          };
          const play = { cases, of, model };
          try {
            for (const next of planned) {
              await apply(play, next);
              await expectPending(play);
            }
          } finally {
            await cases.stores().time.jump(of.trace.id, -model.now);
          }
        }),
        { numRuns: RUNS },
      );
    });
  });
}

function pendingSignals({ sent }: Model): readonly (readonly [string, Signal["kind"]])[] {
  return [...sent].flatMap(([id, { body, taken }]) => (taken ? [] : [[id, readableKind(body)] as const]));
}

async function expectPending({ cases, of, model }: Play): Promise<void> {
  const pending = await cases.stores().signals.pending(of.scope, of.trace.id);
  expect(pending.map(({ id, kind }) => [id, kind])).toEqual(pendingSignals(model));
}

async function apply(play: Play, next: Step): Promise<void> {
  const { cases, of, model } = play;
  const { traces, signals, time } = cases.stores();
  const leaseMs = LEASE_UNITS * time.resolutionMs;
  switch (next.do) {
    case "send":
      await signals.insert(of.scope, {
        ...next.body,
        ...{ id: next.id, traceId: of.trace.id, personId: null, at: 1 },
      });
      if (!model.sent.has(next.id)) model.sent.set(next.id, { body: next.body, taken: false });
      return;
    case "jump":
      await time.jump(of.trace.id, next.by * time.resolutionMs);
      model.now += next.by * time.resolutionMs;
      return;
    case "claim": {
      const pending = pendingSignals(model).map(([, kind]) => kind);
      const expected = isClaimable(model, { ...model, pending });
      const claimed = await traces.claim({ owner: "worker", leaseMs, only: of.trace.id });
      expect(claimed !== undefined, "claimed").toBe(expected);
      if (claimed === undefined) return;
      model.stale = model.holder ?? model.stale;
      model.holder = claimed.lease;
      return noteLease(model, claimed.lease, leaseMs);
    }
    case "heartbeat": {
      if (model.stale !== null) expect(await traces.heartbeat(model.stale, leaseMs), "stale").toBe(false);
      if (model.holder === null) return;
      expect(await traces.heartbeat(model.holder, leaseMs), "renewed").toBe(true);
      return noteLease(model, model.holder, leaseMs);
    }
    case "take": {
      if (model.holder === null) return;
      const pending = pendingSignals(model).map(([id]) => id);
      await signals.take(of.scope, of.trace.id, pending);
      for (const sent of model.sent.values()) sent.taken ||= readableKind(sent.body) !== "unknown";
      return;
    }
    case "release":
      if (model.holder === null) return;
      await traces.release(model.holder);
      noteRelease(model, model.holder);
      model.holder = null;
      return;
    case "die":
      model.holder = null;
      return;
    case "park":
    case "resume":
    case "finish":
      await changeStatus(play, next);
  }
}

async function changeStatus({ cases, of, model }: Play, next: StatusStep): Promise<void> {
  const { time } = cases.stores();
  if (model.stale !== null) {
    const last = of.log.entries.at(-1);
    if (last === undefined) throw new Error("empty log");
    const late = { ...last, id: ids.next(), sequence: last.sequence + 1 };
    await expect(cases.append(of, model.stale, { entries: [late] })).rejects.toMatchObject({
      code: "LEASE_LOST",
    });
  }
  if (model.holder === null || model.status === "completed") return;
  const wakesIn = next.do === "park" && next.wakesIn !== null ? next.wakesIn * time.resolutionMs : null;
  const waitingFor = next.do === "park" ? next.waitingFor : null;
  const status = next.do === "park" ? "waiting" : "running";
  const wakeAt = wakesIn === null ? {} : { wakeAt: time.now() + wakesIn };
  const entry =
    next.do === "finish"
      ? of.log.event({
          type: "trace.finished",
          data: { status: "completed", failure: null, summary: null },
        })
      : of.log.event({ type: "trace.status_changed", data: { status, waitingFor, ...wakeAt } });
  await cases.append(of, model.holder, { entries: [entry] });
  model.status = next.do === "finish" ? "completed" : status;
  model.waitingFor = waitingFor;
  model.wakeAt = wakesIn === null ? null : model.now + wakesIn;
}
