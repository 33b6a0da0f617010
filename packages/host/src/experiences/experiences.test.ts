import { createHash } from "node:crypto";
import { createInMemoryExperienceStore, createInMemoryStores } from "@goaltrace/core/in-memory";
import type { Trace, TraceStatus } from "@goaltrace/core/log";
import { buildLog, buildTrace, createTestClock, createTestIds } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { addCandidate, type ExperienceParts, settleRun, settleRuns, shareSettling } from "./settle-runs.ts";
import { startExperiences } from "./start-experiences.ts";

const SCOPE = { workspaceId: "workspace", personId: "person" };
const HASH = { sha256: (text: string) => createHash("sha256").update(text).digest("hex") };
const TASK = "Why is checkout slow?";

/** A workspace with in-memory stores; `ratings` are the thumbs by run. */
function openWorld() {
  const clock = createTestClock();
  const ids = createTestIds();
  const { traces } = createInMemoryStores(clock);
  const statuses = new Map<string, TraceStatus>();
  const ratings = new Map<string, readonly number[]>();
  const audience: { of: "person" | "workspace" } = { of: "workspace" };
  const store = createInMemoryExperienceStore(
    clock,
    (id) => statuses.get(id) === "completed" || statuses.get(id) === "failed",
  );
  const parts: ExperienceParts = {
    ...{ store, traces, ids, memories: { readers: async () => audience.of } },
    ratings: async (_scope, traceId) => ratings.get(traceId) ?? [],
  };
  const logger = { warn: (message: string) => expect.fail(message) };
  /** Stores a run as it is at its end and returns it. */
  const addRun = async (
    changes: Partial<Trace> = {},
    write: (log: ReturnType<typeof buildLog>) => void = () => undefined,
  ) => {
    const log = buildLog({ traceId: changes.id ?? ids.next(), ids });
    log.user(TASK);
    write(log);
    const trace = buildTrace(
      { id: log.traceId, ...SCOPE, task: TASK, status: "completed", ...changes },
      log.entries,
    );
    await traces.create(SCOPE, trace, log.entries, []);
    statuses.set(trace.id, trace.status);
    return trace;
  };
  /** Begins a run that is stored, and returns what its context gets. */
  const begin = async (trace: Trace) => {
    const pending = startExperiences(
      { ...parts, settle: shareSettling(parts), hash: HASH, logger, meaning: null },
      { ...trace, startedAt: null },
    );
    const taken: ReturnType<typeof pending.take>[] = [];
    await expect
      .poll(
        async () => {
          taken.push(pending.take(new Set()));
          return (await store.endedRuns(SCOPE, 100)).includes(trace.id);
        },
        { interval: 1 },
      )
      .toBe(true);
    return taken.find((one) => one !== null) ?? null;
  };
  const approve = async () => {
    const [candidate] = await store.list(SCOPE);
    return await store.decide(SCOPE, candidate?.id ?? "", "approved");
  };
  /** A thumb down with a reason on the first message of a run. */
  const blame = async (trace: Trace) => {
    const place = { traceId: trace.id, sequence: 1, toolName: null, task: TASK, taskSequence: 1 };
    const text = "It read commits before the spans";
    await addCandidate(parts, SCOPE, { trace, observation: { ...place, kind: "thumb", score: -1, text } });
  };
  const only = async () => (await store.list(SCOPE))[0];
  return { parts, store, ratings, audience, addRun, begin, approve, blame, only };
}

it("uses a thumb with a reason in the next run once a person has approved it, and counts how that run ended", async () => {
  const { parts, addRun, begin, approve, blame, only } = openWorld();
  await blame(await addRun());
  expect(await begin(await addRun())).toBeNull();
  await approve();
  const given = await begin(await addRun());
  expect(given?.text).toContain("then avoid this: It read commits before the spans (not tried yet)");
  expect(given?.experiences).toMatchObject([{ worked: 0, trials: 0 }]);
  // The next run counts the one before it, before it chooses.
  const next = await begin(await addRun({ status: "failed" }));
  expect(next?.text).toContain("(worked 1 of 1)");
  await settleRuns(parts, SCOPE);
  expect(await only()).toMatchObject({ worked: 1, trials: 2 });
});

it("lets a person overrule how a run ended, also later", async () => {
  const { parts, ratings, addRun, begin, approve, blame, only } = openWorld();
  await blame(await addRun());
  await approve();
  const run = await addRun();
  await begin(run);
  await settleRuns(parts, SCOPE);
  expect(await only()).toMatchObject({ worked: 1, trials: 1 });
  ratings.set(run.id, [-1]);
  await settleRun(parts, SCOPE, run.id);
  expect(await only()).toMatchObject({ worked: 0, trials: 1 });
});

it("limits what a private conversation taught to its person, and lessons to their agent", async () => {
  const { parts, store, audience, addRun, begin, blame } = openWorld();
  const teach = (log: ReturnType<typeof buildLog>): void => {
    log.assistant({ calls: [{ id: "c1", name: "bash" }] });
    log.tool("c1", { toolName: "bash", outcome: "error" });
    log.event({
      type: "lesson.learned",
      data: { lessonId: "l", by: "rule", toolCallId: "c1", callId: null, text: "Name the folder" },
    });
    log.assistant({ calls: [{ id: "c2", name: "bash" }] });
    log.tool("c2", { toolName: "bash" });
  };
  audience.of = "person";
  await blame(await addRun({ conversationId: "c" }));
  audience.of = "workspace";
  await begin(await addRun({}, teach));
  await settleRuns(parts, SCOPE);
  expect(await store.list(SCOPE)).toMatchObject([
    {
      rule: "Name the folder",
      audience: "agent",
      source: "execution",
      worked: 1,
      trials: 1,
      state: "candidate",
    },
    { audience: "person", source: "feedback", worked: 0, trials: 0, state: "candidate" },
  ]);
});

it("gives other agents and shared conversations nothing outside their scope", async () => {
  const { store, audience, addRun, begin } = openWorld();
  const add = async (id: string, of: "agent" | "person") => {
    const fields = { condition: TASK, rule: of, audience: of, agent: of === "agent" ? "explore" : null };
    await store.add(SCOPE, { ...fields, id, source: "manual", state: "approved", evidence: [] });
  };
  await add("1", "agent");
  await add("2", "person");
  expect(await begin(await addRun())).toBeNull();
  audience.of = "person";
  expect((await begin(await addRun({ conversationId: "c" })))?.experiences).toMatchObject([
    { experienceId: "2" },
  ]);
  const explore = buildTrace({ id: "t" }, []).agent;
  const asExplore = await begin(await addRun({ agent: { ...explore, name: "explore" } }));
  expect(asExplore?.experiences).toMatchObject([{ experienceId: "1" }]);
});

it("holds out about one conversation in ten for agents that opted in, with all its runs", async () => {
  const { parts, store, addRun, begin } = openWorld();
  const fields = { condition: TASK, rule: "compare", audience: "workspace", agent: null } as const;
  await store.add(SCOPE, { ...fields, id: "e", source: "manual", state: "approved", evidence: [] });
  const agent = buildTrace({ id: "t" }, []).agent;
  const given = async (conversationId: string, origin: Trace["origin"] = null): Promise<boolean> =>
    (await begin({ ...(await addRun({ conversationId })), origin })) !== null;
  expect(await given("before")).toBe(true);
  await store.holdOut(SCOPE, agent.name, true);
  const names = Array.from({ length: 60 }, (_, index) => `conversation ${String(index)}`);
  const first: boolean[] = [];
  for (const name of names) first.push(await given(name));
  const without = first.filter((has) => !has).length;
  expect(without).toBeGreaterThan(1);
  expect(without).toBeLessThan(15);
  await settleRuns(parts, SCOPE);
  await settleRuns(parts, SCOPE);
  const arms = await store.arms(SCOPE);
  expect(arms).toMatchObject({ with: { trials: 60 - without }, without: { trials: without } });
  // A later run of a conversation is treated like its first, and not compared.
  const heldOut = names[first.indexOf(false)] ?? "";
  expect(await given(heldOut, { kind: "continues", traceId: "t", sequence: 1 })).toBe(false);
  await settleRuns(parts, SCOPE);
  expect(await store.arms(SCOPE)).toEqual(arms);
});

it("retires a rule that fails in run after run", async () => {
  const { parts, addRun, begin, approve, blame, only } = openWorld();
  await blame(await addRun());
  await approve();
  for (let run = 0; run < 10; run += 1) await begin(await addRun({ status: "failed" }));
  await settleRuns(parts, SCOPE);
  expect(await only()).toMatchObject({ state: "retired", decidedBy: null, trials: 10, worked: 0 });
  expect(await begin(await addRun())).toBeNull();
});

it("uses a candidate that three runs confirmed, if the workspace wants that", async () => {
  const { parts, store, addRun, begin } = openWorld();
  const teach = (log: ReturnType<typeof buildLog>): void => {
    log.assistant({ calls: [{ id: "c1", name: "bash" }] });
    log.tool("c1", { toolName: "bash", outcome: "error" });
    log.event({
      type: "lesson.learned",
      data: { lessonId: "l", by: "rule", toolCallId: "c1", callId: null, text: `When ${TASK}, then wait` },
    });
    log.assistant({ calls: [{ id: "c2", name: "bash" }] });
    log.tool("c2", { toolName: "bash" });
  };
  const teachAgain = async () => {
    await begin(await addRun({}, teach));
    await settleRuns(parts, SCOPE);
    return (await store.list(SCOPE)).map(({ state, decidedBy, trials }) => ({ state, decidedBy, trials }));
  };
  await teachAgain();
  await teachAgain();
  expect(await teachAgain()).toEqual([{ state: "candidate", decidedBy: null, trials: 3 }]);
  await store.setConfirmsAlone(SCOPE, true);
  expect(await teachAgain()).toEqual([{ state: "approved", decidedBy: null, trials: 4 }]);
  expect((await begin(await addRun()))?.text).toContain("then wait (worked 4 of 4)");
});

it("lets a run work without experiences when they cannot be read", async () => {
  const { parts, addRun } = openWorld();
  const warnings: string[] = [];
  const store = { ...parts.store, endedRuns: async () => await Promise.reject(new Error("no database")) };
  const logger = { warn: (message: string) => warnings.push(message) };
  const trace = { ...(await addRun()), startedAt: null };
  const pending = startExperiences(
    { ...parts, store, settle: shareSettling({ ...parts, store }), hash: HASH, logger, meaning: null },
    trace,
  );
  await expect.poll(() => warnings).toHaveLength(1);
  expect(pending.take(new Set())).toBeNull();
});

it("chooses rules by meaning that share no words, and does not wait for a slow endpoint", async () => {
  const { parts, store, addRun } = openWorld();
  const fields = {
    condition: "ordering takes long",
    rule: "compare spans",
    audience: "workspace",
    agent: null,
  } as const;
  await store.add(SCOPE, { ...fields, id: "rule", source: "manual", state: "approved", evidence: [] });
  const start = async (compare: () => Promise<ReadonlyMap<string, number>>) => {
    const trace = await addRun();
    const logger = { warn: (message: string) => expect.fail(message) };
    const meaning = { compare, sureFrom: 0.5 };
    const settle = shareSettling(parts);
    const all = { ...parts, settle, hash: HASH, logger, meaning };
    return { id: trace.id, pending: startExperiences(all, { ...trace, startedAt: null }) };
  };
  const near = await start(async () => await Promise.resolve(new Map([["rule", 0.9]])));
  await expect.poll(() => near.pending.take(new Set())?.text ?? "").toContain("ordering takes long");
  let answer = (_near: ReadonlyMap<string, number>): void => undefined;
  const slow = await start(
    async () =>
      await new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await expect
    .poll(async () => {
      expect(slow.pending.take(new Set())).toBeNull();
      return (await store.endedRuns(SCOPE, 100)).includes(slow.id);
    })
    .toBe(true);
  answer(new Map([["rule", 0.9]]));
  // The answer passes through a few promises.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(slow.pending.take(new Set())).toBeNull();
});

it("judges earlier runs once for all runs that start together", async () => {
  const { parts, addRun, begin } = openWorld();
  await begin(await addRun());
  let reads = 0;
  const endedRuns: ExperienceParts["store"]["endedRuns"] = async (...args) => {
    reads += 1;
    return await parts.store.endedRuns(...args);
  };
  const settle = shareSettling({ ...parts, store: { ...parts.store, endedRuns } });
  const together = await Promise.all([settle(SCOPE), settle(SCOPE), settle(SCOPE)]);
  expect(together).toEqual([{ settled: 1 }, { settled: 1 }, { settled: 1 }]);
  expect(reads).toBe(1);
  expect(await settle(SCOPE)).toEqual({ settled: 0 });
});
