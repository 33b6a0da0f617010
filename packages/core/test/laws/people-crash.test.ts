import { expect, it } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import type { SignalBody } from "../../src/signals/signal.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { dieAtEach } from "./die-at-each.ts";
import { LIFETIME_MS, liveThrough } from "./live-through.ts";
import type { Bench } from "./worker-bench.ts";

type Decision = "approve" | "edit" | "deny" | "expire";
/** Reports on a call whose process died while it ran. */
type Report = "happened" | "run_again" | "left" | "expire";

const ASKS = { effect: "ask", reason: "It writes." } as const;

/** Decides about the open approval; a call whose process died is left as it is. */
async function decideOrLeave(bench: Bench, id: string, decision: Decision): Promise<void> {
  if ((await openEffect(bench, id)) === null) await decide(bench, id, decision);
  else await report(bench, id, "left");
}

/** Approves the call, and reports on it when its process has died. */
async function approveAndReport(bench: Bench, id: string, said: Report): Promise<void> {
  if ((await openEffect(bench, id)) === null) await decide(bench, id, "approve");
  else await report(bench, id, said);
}

async function openEffect(bench: Bench, id: string): Promise<string | null> {
  const entries = await bench.entries(id);
  const closed = new Set(
    entries.map((entry) =>
      entry.kind === "event" && entry.type === "effect.resolved" ? entry.data.effectId : null,
    ),
  );
  const asked = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "trace.resumed"
      ? entry.data.journal.flatMap(({ effectId }) => (effectId === undefined ? [] : [effectId]))
      : [],
  );
  return asked.find((effectId) => !closed.has(effectId)) ?? null;
}

async function report(bench: Bench, id: string, said: Report): Promise<void> {
  if (said === "expire") return bench.clock.advance(LIFETIME_MS);
  const effectId = await openEffect(bench, id);
  if (effectId === null) throw new Error("no effect is open");
  const payload = { effectId, resolution: said };
  const signal = { kind: "resolve_effect", payload, id: `effect:${effectId}`, traceId: id } as const;
  await bench.stores.signals.insert(SCOPE, { ...signal, personId: "mira", at: bench.clock.now() });
}

async function decide(bench: Bench, id: string, decision: Decision): Promise<void> {
  if (decision === "expire") return bench.clock.advance(LIFETIME_MS);
  const requested = (await bench.entries(id)).find(
    (entry) => entry.kind === "event" && entry.type === "approval.requested",
  );
  if (requested?.kind !== "event" || requested.type !== "approval.requested")
    throw new Error("nothing asked");
  const { approvalId } = requested.data;
  const bodies: Readonly<Record<Exclude<Decision, "expire">, SignalBody>> = {
    approve: { kind: "approve", payload: { approvalId } },
    edit: { kind: "approve", payload: { approvalId, arguments: '{"path":"b"}' } },
    deny: { kind: "deny", payload: { approvalId, reason: "No." } },
  };
  const signal = { ...bodies[decision], id: `approval:${approvalId}`, traceId: id, personId: "mira" };
  await bench.stores.signals.insert(SCOPE, { ...signal, at: bench.clock.now() });
}

function countOf(entries: readonly Entry[], type: string): number {
  return entries.filter((entry) => entry.kind === "event" && entry.type === type).length;
}

it.each(["approve", "edit", "deny", "expire"] as const)(
  "asks once, decides once and runs at most once when a process dies at any append: %s",
  async (decision) => {
    for (const isCommitted of [true, false])
      await dieAtEach(isCommitted, async (deathAt) => {
        const { bench, entries, appends } = await liveThrough({
          ...{ deathAt, isCommitted, permission: ASKS },
          onWaiting: async (at, id) => await decideOrLeave(at, id, decision),
        });
        const name = `${decision}, death at ${deathAt}, ${isCommitted ? "committed" : "lost"}`;
        const end = entries.at(-1);
        expect(end, name).toMatchObject({ type: "trace.finished", data: { status: "completed" } });
        expect(countOf(entries, "approval.requested"), name).toBe(1);
        expect(countOf(entries, "approval.decided") + countOf(entries, "approval.expired"), name).toBe(1);
        const results = entries.filter((entry) => entry.kind === "message" && entry.role === "tool");
        expect(results, name).toHaveLength(1);
        const ran = bench.tools.runs;
        if (decision === "deny" || decision === "expire") expect(ran, name).toEqual([]);
        else {
          // A call that started when its process died has an unknown outcome and is not repeated.
          const isUnknown = results.some((entry) => "outcome" in entry && entry.outcome === "interrupted");
          const path = decision === "edit" ? "b" : "a";
          expect(isUnknown ? ran.slice(1) : ran, name).toEqual(isUnknown ? [] : [`write {"path":"${path}"}`]);
        }
        return appends;
      });
  },
);

it("delivers texts to the model in order and once when a process dies at any append", async () => {
  for (const isCommitted of [true, false])
    await dieAtEach(isCommitted, async (deathAt) => {
      const { entries, appends } = await liveThrough({
        ...{ deathAt, isCommitted, permission: ASKS },
        onWaiting: async (bench, id) => await decideOrLeave(bench, id, "approve"),
        onAnswer: async (bench, id, position) => {
          if (position > 0) return;
          for (const text of ["first", "second"])
            await bench.signal(id, `steer-${text}`, { kind: "steer", payload: { text } });
        },
      });
      const texts = entries.flatMap((entry) =>
        entry.kind === "message" && entry.role === "user" ? [entry.description] : [],
      );
      expect(texts, `death at ${deathAt}`).toEqual(["Do it", "first", "second"]);
      return appends;
    });
});

it.each(["happened", "run_again", "left", "expire"] as const)(
  "asks people once about each call whose process died and does what they say: %s",
  async (said) => {
    let requests = 0;
    let lives = 0;
    for (const isCommitted of [true, false])
      await dieAtEach(isCommitted, async (deathAt) => {
        lives += 1;
        // One process dies after the call, before its result is stored, and one at any append.
        const { bench, entries, appends } = await liveThrough({
          ...{ deathAt, isCommitted, permission: ASKS, diesInTools: 1 },
          onWaiting: async (at, id) => await approveAndReport(at, id, said),
        });
        const name = `${said}, death at ${deathAt}, ${isCommitted ? "committed" : "lost"}`;
        expect(entries.at(-1), name).toMatchObject({ data: { status: "completed" } });
        const asked = entries.flatMap((entry) =>
          entry.kind === "event" && entry.type === "trace.resumed"
            ? entry.data.journal.flatMap(({ effectId }) => effectId ?? [])
            : [],
        );
        const resolved = entries.flatMap((entry) =>
          entry.kind === "event" && entry.type === "effect.resolved" ? [entry.data] : [],
        );
        expect(
          resolved.map(({ effectId }) => effectId),
          name,
        ).toEqual(asked);
        const results = entries.flatMap((entry) =>
          entry.kind === "message" && entry.role === "tool" ? [entry] : [],
        );
        expect(results, name).toHaveLength(1);
        if (asked.length === 0) {
          // The result was stored in the moment of the death.
          expect(results, name).toMatchObject([{ outcome: "ok" }]);
          return appends;
        }
        const [resolution, personId] = said === "expire" ? ["expired", null] : [said, "mira"];
        requests += asked.length;
        for (const data of resolved) expect(data, name).toMatchObject({ resolution, personId });
        expect(results[0]?.output, name).toContain(WORDS[said]);
        expect(results[0]?.outcome, name).toBe(said === "run_again" ? "ok" : "interrupted");
        expect(bench.tools.runs.length, name).toBeLessThanOrEqual(
          said === "run_again" ? asked.length + 1 : 1,
        );
        return appends;
      });
    expect(requests).toBeGreaterThan(lives / 2);
  },
);

const WORDS: Readonly<Record<Report, string>> = {
  happened: "A person checked and reports that it took effect.",
  run_again: "A person decided to run it again",
  left: "A person was asked and left it as it is.",
  expire: "Interrupted: the process died",
};

it("asks again when the process dies in the repetition that a person wanted", async () => {
  let reports = 0;
  const { bench, entries } = await liveThrough({
    ...{ deathAt: 0, isCommitted: false, permission: ASKS, diesInTools: 2 },
    onWaiting: async (at, id) => {
      if ((await openEffect(at, id)) !== null) reports += 1;
      await approveAndReport(at, id, "run_again");
    },
  });
  expect(reports).toBe(2);
  expect(bench.tools.runs).toHaveLength(3);
  expect(countOf(entries, "effect.resolved")).toBe(2);
  expect(entries.at(-1)).toMatchObject({ data: { status: "completed" } });
});

it("leaves an unknown effect to the model when the rules need no person for the call", async () => {
  const { entries } = await liveThrough({
    ...{ deathAt: 0, isCommitted: false, permission: { effect: "allow" }, diesInTools: 1 },
    onWaiting: async () => await Promise.reject(new Error("waited")),
  });
  expect(countOf(entries, "effect.resolved")).toBe(0);
  expect(entries.filter((entry) => entry.kind === "message" && entry.role === "tool")).toMatchObject([
    { outcome: "interrupted" },
  ]);
});
