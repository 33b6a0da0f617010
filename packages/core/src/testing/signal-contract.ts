import { describe, expect, it } from "vitest";
import { type TraceStatus, type WaitingFor, WAITING_REASONS } from "../log/trace.ts";
import { ANSWERS } from "../signals/answers.ts";
import type { KnownSignal, SignalBody, SignalKind } from "../signals/signal.ts";
import { type Case, clock, type ContractCases, ids, LONG_MS } from "./contract-cases.ts";
import { UNREADABLE } from "./law-signals.ts";

/** One signal of each kind. */
const BODIES: { readonly [Kind in SignalKind]: Extract<SignalBody, { kind: Kind }> } = {
  cancel: { kind: "cancel", payload: { reason: "enough" } },
  compact: { kind: "compact", payload: { focus: null } },
  pin: { kind: "pin", payload: { text: "182 ms" } },
  pause: { kind: "pause", payload: {} },
  resume: { kind: "resume", payload: {} },
  steer: { kind: "steer", payload: { text: "The other file" } },
  approve: { kind: "approve", payload: { approvalId: "a", arguments: "{}" } },
  deny: { kind: "deny", payload: { approvalId: "a", reason: "no" } },
  resolve_effect: { kind: "resolve_effect", payload: { effectId: "e", resolution: "run_again" } },
  answer: { kind: "answer", payload: { questionId: "q", text: "Blue" } },
  child_finished: { kind: "child_finished", payload: { traceId: "child", status: "completed" } },
  set_budget: { kind: "set_budget", payload: { budget: "1usd" } },
  agent_message: { kind: "agent_message", payload: { traceId: "other", text: "Done" } },
};

/** Store contract, part: signals, and runs that wait for them. */
export function describeSignals(cases: ContractCases): void {
  const createSignal = (of: Case, body: SignalBody): KnownSignal => ({
    ...body,
    ...{ id: ids.next(), traceId: of.trace.id, personId: of.scope.personId, at: clock.now() },
  });
  const send = async (of: Case, body: SignalBody): Promise<KnownSignal> => {
    const signal = createSignal(of, body);
    await cases.stores().signals.insert(of.scope, signal);
    return signal;
  };
  const isClaimable = async (of: Case): Promise<boolean> => {
    const { traces } = cases.stores();
    const claimed = await traces.claim({ owner: "w", leaseMs: LONG_MS, only: of.trace.id });
    if (claimed !== undefined) await traces.release(claimed.lease);
    return claimed !== undefined;
  };
  const createWaiting = async (waitingFor: WaitingFor, wakeAt?: number): Promise<Case> =>
    await cases.create({ status: "waiting", waitingFor, ...(wakeAt === undefined ? {} : { wakeAt }) });

  describe("signals", () => {
    it("keeps signals of every kind once and in order until they are taken", async () => {
      const of = await cases.create();
      const { signals } = cases.stores();
      const sent: KnownSignal[] = [];
      for (const body of Object.values(BODIES)) sent.push(await send(of, body));
      for (const signal of sent) await signals.insert(of.scope, { ...signal, ...BODIES.cancel });
      expect(await signals.pending(of.scope, of.trace.id)).toEqual(sent);
      const [first, second, ...rest] = sent.map((signal) => signal.id);
      await signals.take(of.scope, of.trace.id, [first ?? "", second ?? ""]);
      expect((await signals.pending(of.scope, of.trace.id)).map((signal) => signal.id)).toEqual(rest);
      for (const signal of sent) await signals.insert(of.scope, signal);
      expect((await signals.pending(of.scope, of.trace.id)).map((signal) => signal.id)).toEqual(rest);
    });

    it("separates signals of different traces with the same id", async () => {
      const [first, other] = [await cases.create(), await cases.create()];
      const { signals } = cases.stores();
      for (const of of [first, other])
        await signals.insert(of.scope, { ...createSignal(of, BODIES.resume), id: "same" });
      await signals.take(first.scope, first.trace.id, ["same"]);
      expect(await signals.pending(first.scope, first.trace.id)).toEqual([]);
      expect(await signals.pending(other.scope, other.trace.id)).toHaveLength(1);
    });

    it("offers a waiting run for an answer to a sub-agent that waits below it, at any depth", async () => {
      const root = await createWaiting("children");
      const below = { rootId: root.trace.id, status: "waiting" } as const;
      const child = await cases.create(
        { ...below, parentId: root.trace.id, waitingFor: "children" },
        root.scope,
      );
      const grandchild = await cases.create(
        { ...below, parentId: child.trace.id, waitingFor: "approval" },
        root.scope,
      );
      await send(grandchild, BODIES.steer);
      expect(await isClaimable(root)).toBe(false);
      const answer = await send(grandchild, BODIES.approve);
      expect(await isClaimable(child)).toBe(false);
      expect(await isClaimable(root)).toBe(true);
      await cases.stores().signals.take(root.scope, grandchild.trace.id, [answer.id]);
      expect(await isClaimable(root)).toBe(false);
    });

    it("offers a waiting run exactly for signals that answer its wait", async () => {
      // A run that waits for its folder may continue at any time; workers without the folder skip it.
      for (const waitingFor of WAITING_REASONS.filter((wait) => wait !== "folder")) {
        for (const body of Object.values(BODIES)) {
          const of = await createWaiting(waitingFor);
          expect(await isClaimable(of)).toBe(false);
          const { id } = await send(of, body);
          expect(await isClaimable(of), `${waitingFor}, ${body.kind}`).toBe(
            ANSWERS[waitingFor].includes(body.kind),
          );
          await cases.stores().signals.take(of.scope, of.trace.id, [id]);
          expect(await isClaimable(of)).toBe(false);
        }
      }
    });

    it("keeps an unreadable signal pending, without waking a run or releasing it from its folder", async () => {
      const projectFolder = `/projects/${ids.next()}`;
      const { traces, signals } = cases.stores();
      for (const body of UNREADABLE) {
        const parked = await createWaiting("pause");
        const elsewhere = await cases.create({ projectFolder });
        for (const of of [parked, elsewhere]) {
          const { id } = await send(of, body);
          await signals.take(of.scope, of.trace.id, [id]);
          expect(await signals.pending(of.scope, of.trace.id)).toMatchObject([{ id, kind: "unknown" }]);
        }
        expect(await isClaimable(parked)).toBe(false);
        const request = { owner: "w", leaseMs: LONG_MS, only: elsewhere.trace.id, folders: [] };
        expect(await traces.claim(request)).toBeUndefined();
      }
    });

    it("continues a waiting run at its wake-up time, not earlier", async () => {
      const now = cases.stores().time.now();
      expect(await isClaimable(await createWaiting("approval", now - 1))).toBe(true);
      expect(await isClaimable(await createWaiting("approval", now + LONG_MS))).toBe(false);
    });

    it("never resumes a finished run for a signal", async () => {
      const finalStatuses: readonly TraceStatus[] = ["completed", "failed", "cancelled", "interrupted"];
      for (const status of finalStatuses) {
        const of = await cases.create({ status });
        await send(of, BODIES.cancel);
        expect(await isClaimable(of)).toBe(false);
      }
    });

    it("makes a parked run claimable by its new wait", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      const park = of.log.event({
        type: "trace.status_changed",
        data: { status: "waiting", waitingFor: "pause" },
      });
      await cases.append(of, lease, { entries: [park] });
      await cases.stores().traces.release(lease);
      expect(await isClaimable(of)).toBe(false);
      await send(of, BODIES.resume);
      const again = await cases.claim(of.trace.id);
      const resumed = of.log.event({
        type: "trace.resumed",
        data: { journal: [], resumeCount: 0, reason: "answered" },
      });
      await cases.append(of, again, { entries: [resumed] });
      await cases.stores().traces.release(again);
      const running = await cases.stores().traces.get(of.scope, of.trace.id);
      expect(running).toMatchObject({ status: "running", waitingFor: null });
    });
  });
}
