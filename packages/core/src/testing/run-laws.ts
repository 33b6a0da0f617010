import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../log/entry.ts";
import { isTerminal, type Trace } from "../log/trace.ts";
import { answersWait } from "../signals/answers.ts";
import { isCarriedOver } from "../signals/carry-over.ts";
import type { SignalBody } from "../signals/signal.ts";
import { executeClaimedTrace } from "../worker/index.ts";
import { type Case, type ContractCases, LONG_MS } from "./contract-cases.ts";
import { readableKind, UNREADABLE } from "./law-signals.ts";
import {
  DEAD,
  type Death,
  mortalStores,
  type ProcessStores,
  receivedSignalIds,
  watchStores,
} from "./process-stores.ts";
import { createLeaseModel, isHeld, LEASE_UNITS, type LeaseModel } from "./run-model.ts";
import { createRunWorld, type RunWorld } from "./run-world.ts";
import { createTurns } from "./turns.ts";

/** One execution by a worker; a released one leaves the run at its next step. */
type Life = { readonly death: Death | null; readonly isReleased: boolean };
type Sent = { readonly id: string; readonly body: SignalBody; readonly isNotified: boolean };
type Plan = {
  readonly workers: readonly (readonly Life[])[];
  readonly signals: readonly Sent[];
  /** Jumps of the clock, in units of the stores' resolution. */
  readonly jumps: readonly number[];
  readonly order: readonly number[];
};

const BODIES: readonly SignalBody[] = [
  { kind: "cancel", payload: { reason: null } },
  { kind: "pause", payload: {} },
  { kind: "pause", payload: {} },
  { kind: "resume", payload: {} },
  { kind: "resume", payload: {} },
  { kind: "compact", payload: { focus: null } },
  { kind: "pin", payload: { text: "182 ms" } },
  { kind: "approve", payload: { approvalId: "a" } },
  { kind: "resolve_effect", payload: { effectId: "e", resolution: "happened" } },
  { kind: "steer", payload: { text: "left" } },
  { kind: "agent_message", payload: { traceId: "other", text: "right" } },
  { kind: "child_finished", payload: { traceId: "other", status: "completed" } },
  ...UNREADABLE,
];

/** Kinds, as this version reads them, that it does not handle. */
const IGNORED: ReadonlySet<string> = new Set(["child_finished", "unknown"]);

/** Jumps around the end of a lease, and back. */
const JUMPS: readonly number[] = [LEASE_UNITS - 1, LEASE_UNITS + 1, 1 - LEASE_UNITS];

const life: fc.Arbitrary<Life> = fc.record({
  death: fc.option(fc.record({ at: fc.integer({ min: 1, max: 25 }), isDone: fc.boolean() })),
  isReleased: fc.boolean(),
});
const plan: fc.Arbitrary<Plan> = fc.record({
  workers: fc.array(fc.array(life, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  signals: fc.array(
    fc.record({
      id: fc.constantFrom("1", "2", "3", "4", "5", "6"),
      body: fc.constantFrom(...BODIES),
      isNotified: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  jumps: fc.array(fc.constantFrom(...JUMPS), { maxLength: 4 }),
  order: fc.array(fc.nat(11), { minLength: 1, maxLength: 60 }),
});

const RUNS = 60;
const STEPS = 3;
/** More claims than any of these runs needs; a run that reaches this limit would be claimed forever. */
const MAX_CLAIMS = 25;
/** Laws of runs under any interleaving of workers, deaths, clock jumps and signals; part of the store contract. */
export function describeRunLaws(cases: ContractCases): void {
  describe("laws of runs", () => {
    it(
      "handles every signal once, allows one writer at a time, and ends or parks every run",
      { timeout: 120_000 },
      async () => {
        await fc.assert(
          fc.asyncProperty(plan, async (planned) => {
            const of = await cases.create();
            const world = createRunWorld(cases.stores(), STEPS);
            const leases = createLeaseModel();
            try {
              await play(cases, of, { planned, world, leases });
              await settle(cases, of, { world, leases });
              await expectLaws(cases, of, { planned, world });
            } finally {
              await cases.stores().time.jump(of.trace.id, -leases.now);
            }
          }),
          { numRuns: RUNS },
        );
      },
    );
  });
}

/** Runs all parties concurrently, one operation at a time. */
async function play(
  cases: ContractCases,
  of: Case,
  {
    planned,
    world,
    leases,
  }: { readonly planned: Plan; readonly world: RunWorld; readonly leases: LeaseModel },
): Promise<void> {
  const turns = createTurns(planned.order);
  const { traces, signals } = cases.stores();
  const stores = watchStores({ traces, signals }, of.trace, leases);
  const work = async (lives: readonly Life[]): Promise<void> => {
    for (const { death, isReleased } of lives)
      await liveOnce(cases, of, { stores: mortalStores(stores, { turns, death }), world, isReleased });
  };
  const send = async (): Promise<void> => {
    for (const { id, body, isNotified } of planned.signals) {
      const signal = { ...body, id, traceId: of.trace.id, personId: null, at: 1 };
      await turns.take(async () => await signals.insert(of.scope, signal));
      if (isNotified) world.notify(of.trace.id);
    }
  };
  const jumpAll = async (): Promise<void> => {
    for (const units of planned.jumps) await turns.take(async () => await jump(cases, of, { leases, units }));
  };
  await turns.until([...planned.workers.map(work), send(), jumpAll()]);
}

/** Lets immortal workers finish the rest, until there is nothing to claim. */
async function settle(
  cases: ContractCases,
  of: Case,
  { world, leases }: { readonly world: RunWorld; readonly leases: LeaseModel },
): Promise<void> {
  const { traces, signals } = cases.stores();
  const stores = watchStores({ traces, signals }, of.trace, leases);
  while (isHeld(leases)) await jump(cases, of, { leases, units: LEASE_UNITS + 1 });
  for (let claims = 0; claims < MAX_CLAIMS; claims += 1)
    if (!(await liveOnce(cases, of, { stores, world, isReleased: false }))) return;
  expect.fail("the run is claimed repeatedly");
}

async function jump(
  cases: ContractCases,
  of: Case,
  { leases, units }: { readonly leases: LeaseModel; readonly units: number },
): Promise<void> {
  const { time } = cases.stores();
  await time.jump(of.trace.id, units * time.resolutionMs);
  leases.now += units * time.resolutionMs;
}

/** Claims the run and executes it until it ends, waits, is released or the process dies. Returns false when there was nothing to claim. */
async function liveOnce(
  cases: ContractCases,
  of: Case,
  process: { readonly stores: ProcessStores; readonly world: RunWorld; readonly isReleased: boolean },
): Promise<boolean> {
  const { stores, world, isReleased } = process;
  const leaseMs = LEASE_UNITS * cases.stores().time.resolutionMs;
  try {
    const claimed = await stores.traces.claim({ owner: "worker", leaseMs, only: of.trace.id });
    if (claimed === undefined) return false;
    const release = isReleased ? AbortSignal.abort() : new AbortController().signal;
    await executeClaimedTrace({ ...claimed, ports: world.ports(stores), live: world.live, release });
  } catch (thrown) {
    if (!String(thrown).includes(DEAD)) throw thrown;
  }
  return true;
}

async function expectLaws(
  cases: ContractCases,
  of: Case,
  { planned, world }: { readonly planned: Plan; readonly world: RunWorld },
): Promise<void> {
  const { traces, signals } = cases.stores();
  const trace = await traces.get(of.scope, of.trace.id);
  if (trace === undefined) throw new Error("the trace is gone");
  const entries = await traces.entries(of.scope, trace.id, { after: 0 });
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
  for (const [call, count] of world.effects) expect(count, `${call} ran`).toBe(1);
  const pending = await signals.pending(of.scope, trace.id);
  expectSignals(uniqueSignals(planned.signals), {
    entries,
    trace,
    pending: new Set(pending.map(({ id }) => id)),
  });
  expect(pending.filter(({ kind }) => answersWait(kind, trace.waitingFor))).toEqual([]);
  // A failed assertion within a run ends the run like any defect.
  expect(trace.status, trace.failure?.message).not.toBe("failed");
  expect(isTerminal(trace.status) || trace.status === "waiting", trace.status).toBe(true);
  if (trace.status === "waiting") await expectParked(cases, of, trace);
}

/** Each signal was received once or is still pending; of signals with equal ids, the first counts. */
function expectSignals(
  sent: readonly Sent[],
  outcome: {
    readonly entries: readonly Entry[];
    readonly trace: Trace;
    readonly pending: ReadonlySet<string>;
  },
): void {
  const { entries, trace, pending } = outcome;
  const received = receivedSignalIds(entries);
  expect(new Set(received).size, "a signal was received twice").toBe(received.length);
  for (const { id, body } of sent) {
    const signal = { ...body, id, traceId: trace.id, personId: null, at: 1 };
    const isReceived = received.includes(id);
    const isPending = pending.has(id);
    if (IGNORED.has(readableKind(body))) expect([isReceived, isPending], body.kind).toEqual([false, true]);
    // Not every signal wakes a waiting run. After its end, signals for this run alone need no receiver.
    else if (!isTerminal(trace.status) || isCarriedOver(signal))
      expect(isReceived, body.kind).toBe(!isPending);
  }
  const isCanceled = sent.some(({ id, body }) => body.kind === "cancel" && received.includes(id));
  if (isCanceled) expect(trace.status).toBe("cancelled");
}

function uniqueSignals(signals: readonly Sent[]): readonly Sent[] {
  return signals.filter(({ id }, index) => signals.findIndex((other) => other.id === id) === index);
}

/** A waiting run has no lease: a matching signal makes it claimable immediately. */
async function expectParked(cases: ContractCases, of: Case, trace: Trace): Promise<void> {
  expect(trace.waitingFor).toBe("pause");
  const { traces, signals } = cases.stores();
  const resume = { kind: "resume", payload: {} } as const;
  await signals.insert(of.scope, { ...resume, id: "last", traceId: trace.id, personId: null, at: 1 });
  const claimed = await traces.claim({ owner: "worker", leaseMs: LONG_MS, only: trace.id });
  expect(claimed?.trace.status).toBe("waiting");
}
