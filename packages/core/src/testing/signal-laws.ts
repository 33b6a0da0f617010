import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WaitingFor } from "../log/trace.ts";
import type { Lease } from "../ports/trace-store.ts";
import { answersWait } from "../signals/answers.ts";
import type { SignalBody } from "../signals/signal.ts";
import { type Case, type ContractCases, LONG_MS } from "./contract-cases.ts";

/** What may happen to a run, by whoever does it. */
type Step =
  | { readonly do: "send"; readonly id: string; readonly body: SignalBody }
  | { readonly do: "claim" }
  /** A worker claims and dies before it does anything. */
  | { readonly do: "claim_and_die" }
  /** The holder takes what it can read, whether or not it answers anything. */
  | { readonly do: "take" }
  | { readonly do: "park"; readonly waitingFor: WaitingFor; readonly isDue: boolean }
  | { readonly do: "resume" }
  | { readonly do: "release" }
  | { readonly do: "finish" };

/** A kind that only a later version knows; the types of this one do not let it through. */
const LATER = Object.assign({}, { kind: "pause", payload: {} } as const, { kind: String("teleport") });
const BODIES: readonly SignalBody[] = [
  { kind: "cancel", payload: { reason: null } },
  { kind: "approve", payload: { approvalId: "a" } },
  { kind: "answer", payload: { questionId: "q", text: "yes" } },
  { kind: "resume", payload: {} },
  { kind: "steer", payload: { text: "left" } },
  LATER,
];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("send" as const),
    id: fc.constantFrom("1", "2", "3", "4", "5"),
    body: fc.constantFrom(...BODIES),
  }),
  fc.record({
    do: fc.constant("park" as const),
    waitingFor: fc.constantFrom(
      "approval" as const,
      "question" as const,
      "pause" as const,
      "worker" as const,
    ),
    isDue: fc.boolean(),
  }),
  fc.record({
    do: fc.constantFrom(...(["claim", "claim", "claim_and_die", "take", "resume", "release"] as const)),
  }),
  fc.record({ do: fc.constant("finish" as const) }),
);

/** What must be true of a run, told by nothing but what happened to it. */
type Model = {
  status: "queued" | "running" | "waiting" | "completed";
  waitingFor: WaitingFor | null;
  isDue: boolean;
  /** By id, in order of arrival. */
  readonly sent: Map<string, { readonly body: SignalBody; taken: boolean }>;
  lease: Lease | null;
};

const RUNS = 40;
const STEPS = 25;

/** Laws of waiting under any interleaving of workers, kills and signals that come late or twice; a part of the store contract. */
export function describeSignalLaws(cases: ContractCases): void {
  describe("laws of waiting", () => {
    it("R25 · no wake-up is lost, none happens twice, and what nobody can read stays", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: STEPS }), async (steps) => {
          const of = await cases.create();
          const model: Model = {
            ...{ status: "queued", waitingFor: null, isDue: false, sent: new Map(), lease: null },
          };
          for (const next of steps) {
            await apply(cases, of, { model, next });
            await expectPending(cases, of, model);
          }
        }),
        { numRuns: RUNS },
      );
    });
  });
}

function pendingOf(model: Model): readonly (readonly [string, SignalBody])[] {
  return [...model.sent].flatMap(([id, { body, taken }]) => (taken ? [] : [[id, body] as const]));
}

function isClaimable(model: Model): boolean {
  if (model.lease !== null || model.status === "completed") return false;
  if (model.status !== "waiting" || model.isDue) return true;
  return pendingOf(model).some(([, body]) => answersWait(body.kind, model.waitingFor));
}

async function expectPending(cases: ContractCases, of: Case, model: Model): Promise<void> {
  const pending = await cases.stores().signals.pending(of.scope, of.trace.id);
  expect(pending.map(({ id, kind }) => [id, kind])).toEqual(
    pendingOf(model).map(([id, body]) => [id, body === LATER ? "unknown" : body.kind]),
  );
}

async function apply(
  cases: ContractCases,
  of: Case,
  { model, next }: { readonly model: Model; readonly next: Step },
): Promise<void> {
  const { traces, signals } = cases.stores();
  switch (next.do) {
    case "send":
      await signals.insert(of.scope, {
        ...next.body,
        id: next.id,
        traceId: of.trace.id,
        personId: null,
        at: 1,
      });
      if (!model.sent.has(next.id)) model.sent.set(next.id, { body: next.body, taken: false });
      return;
    case "claim":
    case "claim_and_die": {
      const leaseMs = next.do === "claim" ? LONG_MS : 0;
      const claimed = await traces.claim({ owner: "worker", leaseMs, only: of.trace.id });
      expect(claimed !== undefined, next.do).toBe(isClaimable(model));
      if (claimed !== undefined && next.do === "claim") model.lease = claimed.lease;
      return;
    }
    case "take": {
      if (model.lease === null) return;
      const pending = await signals.pending(of.scope, of.trace.id);
      await signals.take(
        of.scope,
        of.trace.id,
        pending.map((signal) => signal.id),
      );
      for (const entry of model.sent.values()) if (entry.body !== LATER) entry.taken = true;
      return;
    }
    case "release":
      if (model.lease !== null) await traces.release(model.lease);
      model.lease = null;
      return;
    case "park":
    case "resume":
    case "finish":
      await changeStatus(cases, of, { model, next });
  }
}

async function changeStatus(
  cases: ContractCases,
  of: Case,
  {
    model,
    next,
  }: { readonly model: Model; readonly next: Extract<Step, { do: "park" | "resume" | "finish" }> },
): Promise<void> {
  if (model.lease === null || model.status === "completed") return;
  const data = statusOf(next);
  const entry =
    next.do === "finish"
      ? of.log.event({
          type: "trace.finished",
          data: { status: "completed", failure: null, summary: null },
        })
      : of.log.event({ type: "trace.status_changed", data });
  await cases.append(of, model.lease, { entries: [entry] });
  model.status = next.do === "finish" ? "completed" : data.status;
  model.waitingFor = data.waitingFor;
  model.isDue = next.do === "park" && next.isDue;
}

/** A time that has come, or none within a test. */
function statusOf(next: Extract<Step, { do: "park" | "resume" | "finish" }>): {
  readonly status: "running" | "waiting";
  readonly waitingFor: WaitingFor | null;
  readonly wakeAt?: number;
} {
  if (next.do !== "park") return { status: "running", waitingFor: null };
  const { waitingFor, isDue } = next;
  return { status: "waiting", waitingFor, wakeAt: isDue ? 1 : Date.UTC(2100, 0) };
}
