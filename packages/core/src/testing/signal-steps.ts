import fc from "fast-check";
import type { WaitingFor } from "../log/trace.ts";
import type { SignalBody } from "../signals/signal.ts";
import { UNREADABLE } from "./law-signals.ts";
import { LEASE_UNITS } from "./run-model.ts";

const STEPS = 40;

/** A possible step of a person or worker. Times are in units of the stores' resolution. */
export type Step =
  | { readonly do: "send"; readonly id: string; readonly body: SignalBody }
  | { readonly do: "park"; readonly waitingFor: WaitingFor; readonly wakesIn: number | null }
  | { readonly do: "resume" | "finish" }
  | { readonly do: "jump"; readonly by: number }
  | { readonly do: "claim" | "heartbeat" | "release" }
  /** The holder takes all pending signals, readable or not. */
  | { readonly do: "take" }
  /** The holder stops. Its lease remains until it expires. */
  | { readonly do: "die" };

/** A step that the holder writes to the log. */
export type StatusStep = Extract<Step, { readonly do: "park" | "resume" | "finish" }>;

const BODIES: readonly SignalBody[] = [
  { kind: "cancel", payload: { reason: null } },
  { kind: "approve", payload: { approvalId: "a" } },
  { kind: "resolve_effect", payload: { effectId: "e", resolution: "happened" } },
  { kind: "answer", payload: { questionId: "q", text: "yes" } },
  { kind: "resume", payload: {} },
  { kind: "steer", payload: { text: "left" } },
  ...UNREADABLE,
];
const WAITS: readonly WaitingFor[] = ["approval", "question", "pause", "worker"];

/** Jumps around the end of a lease and of the waits: just before, just after, far beyond, and back. */
const JUMPS: readonly number[] = [LEASE_UNITS - 1, LEASE_UNITS + 1, 2, 8, 1 - LEASE_UNITS, -1 - LEASE_UNITS];
const WAKES: readonly (number | null)[] = [-1, 1, LEASE_UNITS, LEASE_UNITS + 4, null, null];

const park = fc.record({
  do: fc.constant("park" as const),
  waitingFor: fc.constantFrom(...WAITS),
  wakesIn: fc.constantFrom(...WAKES),
});
const jump = fc.record({ do: fc.constant("jump" as const), by: fc.constantFrom(...JUMPS) });
const send = fc.record({
  do: fc.constant("send" as const),
  id: fc.constantFrom("1", "2", "3", "4", "5"),
  body: fc.constantFrom(...BODIES),
});
const simple = fc.record({
  do: fc.constantFrom(...(["release", "release", "take", "heartbeat", "resume", "die"] as const)),
});
const claim: Step = { do: "claim" };

/** A typical order of worker steps, so that waits and their ends coincide often. */
const wait = fc
  .tuple(park, fc.oneof(jump, send), fc.array(jump, { maxLength: 1 }))
  .map(([parkStep, next, more]): readonly Step[] => [
    claim,
    parkStep,
    { do: "release" },
    next,
    ...more,
    claim,
  ]);
const single: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: send },
  { weight: 3, arbitrary: park },
  { weight: 3, arbitrary: jump },
  { weight: 5, arbitrary: fc.constant(claim) },
  { weight: 6, arbitrary: simple },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("finish" as const) }) },
);
/** Any order of steps. */
export const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.oneof({ weight: 6, arbitrary: single.map((step) => [step]) }, { weight: 1, arbitrary: wait }), {
    maxLength: STEPS,
    size: "max",
  })
  .map((parts) => parts.flat());
