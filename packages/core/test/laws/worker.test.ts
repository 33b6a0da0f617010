import { expect, it, vi } from "vitest";
import { GoaltraceError } from "../../src/errors.ts";
import type { Entry } from "../../src/log/entry.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import type { Stall, StallWatch } from "../../src/ports/stall-watch.ts";
import { MISSING_FOLDER_GRACE_MS } from "../../src/tunables.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { createBench } from "./worker-bench.ts";

it("runs waiting and new runs and stops without losing one", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const existing = await bench.add();
  const worker = await bench.start();
  const added = await Promise.all(Array.from({ length: 5 }, async () => await bench.add()));
  await vi.waitFor(async () =>
    expect(await Promise.all([existing, ...added].map(bench.status))).toEqual(
      Array.from({ length: 6 }, () => "completed"),
    ),
  );
  await worker.stop();
});

it("records a cancel signal of a queued run and ends the run", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const id = await bench.add();
  await bench.stores.signals.insert(SCOPE, {
    id: "s1",
    traceId: id,
    kind: "cancel",
    payload: { reason: null },
    personId: "person",
    at: 1,
  });
  await bench.start();
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("cancelled"));
  await vi.waitFor(async () => expect(await bench.stores.signals.pending(SCOPE, id)).toEqual([]));
});

it("delivers a cancel signal to a run in the middle of a tool", async () => {
  const bench = await createBench(() => ({ calls: [{ id: "c", name: "hold", arguments: "{}" }] }));
  const id = await bench.add();
  await bench.start();
  const isHolding = async (): Promise<boolean> =>
    (await bench.stores.traces.entries(SCOPE, id, { after: 0 })).some(
      (entry) => entry.kind === "event" && entry.type === "tool.started",
    );
  await vi.waitFor(async () => expect(await isHolding()).toBe(true));
  await bench.stores.signals.insert(SCOPE, {
    id: "s1",
    traceId: id,
    kind: "cancel",
    payload: { reason: "enough" },
    personId: "person",
    at: 1,
  });
  bench.stores.live.publish({ kind: "signalled", traceId: id });
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("cancelled"));
});

it("does not reclaim a run that fails outside its log in a hot loop", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  let claims = 0;
  const traces = {
    ...bench.ports.traces,
    claim: async (request: Parameters<RunPorts["traces"]["claim"]>[0]) => {
      claims += 1;
      return await bench.ports.traces.claim(request);
    },
    append: async () => {
      throw new Error("the disk is full");
    },
  };
  const errors: string[] = [];
  const logger = { ...bench.ports.logger, error: (message: string) => void errors.push(message) };
  await bench.add();
  const worker = await bench.start({ ...bench.ports, traces, logger });
  await vi.waitFor(() => expect(errors).toContain("run execution failed"));
  await worker.stop();
  expect(claims).toBeLessThanOrEqual(3);
});

it("leaves a run to a worker with its project folder and logs a warning elsewhere", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const elsewhere = await bench.add("/projects/elsewhere");
  const here = await bench.add("/projects/here");
  const warnings: unknown[] = [];
  const logger = {
    ...bench.ports.logger,
    warn: (message: string, fields?: object) => void warnings.push([message, fields]),
  };
  const first = await bench.start(
    { ...bench.ports, logger },
    { hasFolder: async (folder) => await Promise.resolve(folder === "/projects/here") },
  );
  await vi.waitFor(async () => expect(await bench.status(here)).toBe("completed"));
  await first.stop();
  expect(await bench.status(elsewhere)).toBe("queued");
  expect(JSON.stringify(warnings)).toContain("/projects/elsewhere");
  await bench.start(bench.ports, { hasFolder: async () => await Promise.resolve(true) });
  await vi.waitFor(async () => expect(await bench.status(elsewhere)).toBe("completed"));
});

it("marks a run without an available folder once and continues it when a suitable worker starts", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const id = await bench.add("/projects/elsewhere");
  const read = async (): Promise<readonly Entry[]> =>
    await bench.stores.traces.entries(SCOPE, id, { after: 0 });
  const wake = async (): Promise<void> =>
    await bench.stores.jobs.enqueue({ traceId: id, workspaceId: SCOPE.workspaceId, groupId: null });
  let checks = 0;
  const nowhere = async (): Promise<boolean> => {
    checks += 1;
    return await Promise.resolve(false);
  };
  const first = await bench.start(bench.ports, { hasFolder: nowhere });
  await vi.waitFor(() => expect(checks).toBe(1));
  await wake();
  await vi.waitFor(() => expect(checks).toBe(2));
  expect(await bench.status(id)).toBe("queued");
  bench.clock.advance(MISSING_FOLDER_GRACE_MS);
  await wake();
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("waiting"));
  expect(await read()).toMatchObject([
    { role: "user" },
    { type: "trace.status_changed", data: { status: "waiting", waitingFor: "folder" } },
  ]);
  const before = checks;
  await wake();
  await vi.waitFor(() => expect(checks).toBeGreaterThan(before));
  await first.stop();
  expect(await read()).toHaveLength(2);
  await bench.start(bench.ports, { hasFolder: async () => await Promise.resolve(true) });
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"));
  const types = (await read()).map((entry) => (entry.kind === "event" ? entry.type : entry.kind));
  expect(types.slice(2, 4)).toEqual(["trace.started", "trace.status_changed"]);
  expect(types).not.toContain("trace.resumed");
});

it("cancels a run that waits for its folder on any worker", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const id = await bench.add("/projects/elsewhere");
  bench.clock.advance(MISSING_FOLDER_GRACE_MS);
  await bench.start(bench.ports, { hasFolder: async () => await Promise.resolve(false) });
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("waiting"));
  const body = { kind: "cancel", payload: { reason: null } } as const;
  await bench.stores.signals.insert(SCOPE, { ...body, id: "s1", traceId: id, personId: "person", at: 1 });
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("cancelled"));
});

it("sweeps orphaned blobs at startup and survives a failed sweep", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const ages: number[] = [];
  const blobs = {
    ...bench.ports.blobs,
    sweep: async (olderThan: number) => {
      ages.push(olderThan);
      return await Promise.reject(new Error("database unavailable"));
    },
  };
  const worker = await bench.start({ ...bench.ports, blobs });
  await vi.waitFor(() => expect(ages).toHaveLength(1));
  const id = await bench.add();
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"));
  await worker.stop();
});

const outage = new GoaltraceError({
  code: "DATABASE_UNAVAILABLE",
  message: "The disk is full.",
  fix: "Free it.",
});

/** A port that fails `times` times with `error` and then works. */
function failing<Parameters extends readonly unknown[], Result>(
  times: number,
  error: Error,
  work: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  let left = times;
  return async (...parameters) => {
    left -= 1;
    return left >= 0 ? await Promise.reject(error) : await work(...parameters);
  };
}

it("releases a run after an outage, however often that happens, and never counts it as a crash", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const id = await bench.add();
  const clock = {
    ...bench.ports.clock,
    sleep: async () => await new Promise<void>((resolve) => setImmediate(resolve)),
  };
  const { traces } = bench.ports;
  let isCallLogged = false;
  const append: typeof traces.append = async (batch) => {
    if (batch.entries.some((entry) => entry.kind === "event" && entry.type === "call.started"))
      isCallLogged = true;
    // The model's answer meets an outage in six executions, twice as many as a crash loop needs.
    if (isCallLogged && outages > 0) {
      outages -= 1;
      isCallLogged = false;
      await Promise.reject(outage);
    }
    await traces.append(batch);
  };
  let outages = 6;
  const release = failing(1, outage, traces.release);
  await bench.start({ ...bench.ports, clock, traces: { ...traces, append, release } });
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"));
  const resumes = (await bench.entries(id)).flatMap((entry) =>
    entry.kind === "event" && entry.type === "trace.resumed" ? [entry.data] : [],
  );
  expect(resumes).toHaveLength(6);
  expect(new Set(resumes.map(({ cause, resumeCount }) => `${cause} ${resumeCount}`))).toEqual(
    new Set(["released 0"]),
  );
});

it("sets a run aside that cannot be executed three times, with the error and the dates", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const id = await bench.add();
  const wake = async (): Promise<void> =>
    await bench.stores.jobs.enqueue({ traceId: id, workspaceId: SCOPE.workspaceId, groupId: null });
  const pending = failing(3, new Error("the signals are unreadable"), bench.ports.signals.pending);
  const errors: string[] = [];
  const logger = { ...bench.ports.logger, error: (message: string) => void errors.push(message) };
  await bench.start({ ...bench.ports, logger, signals: { ...bench.ports.signals, pending } });
  for (let failures = 1; failures <= 3; failures += 1) {
    await vi.waitFor(() => expect(errors).toHaveLength(failures));
    await wake();
  }
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("interrupted"));
  const { failure } = (await bench.stores.traces.get(SCOPE, id)) ?? {};
  expect(failure?.code).toBe("CRASH_LOOP");
  expect(failure?.message).toContain("could not be executed: Error: the signals are unreadable");
  expect(failure?.message).toContain(new Date(bench.clock.now()).toISOString());
});

it("logs each stall, and sets a run aside that stalls its worker three times for long", async () => {
  const bench = await createBench(() => ({ calls: [{ id: "c", name: "hold", arguments: "{}" }] }));
  const id = await bench.add();
  const bystander = await bench.add();
  const warnings: unknown[] = [];
  const logger = { ...bench.ports.logger, warn: (...line: readonly unknown[]) => void warnings.push(line) };
  let report: (stall: Stall) => void = () => undefined;
  const stalls: StallWatch = {
    attribute: async (_, work) => await work(),
    onStall: (listener) => {
      report = listener;
      return () => undefined;
    },
  };
  await bench.start({ ...bench.ports, logger }, { stalls });
  const isHolding = async (traceId: string): Promise<boolean> =>
    (await bench.entries(traceId)).some((entry) => entry.kind === "event" && entry.type === "tool.started");
  for (const traceId of [id, bystander])
    await vi.waitFor(async () => expect(await isHolding(traceId)).toBe(true));
  const stall = { startedAt: 1_000, durationMs: 4_200, traceId: id, stack: ["match (glob.ts:3)"] };
  // Short stalls and those of no one are logged, but do not count.
  for (const harmless of [{ ...stall, durationMs: 1_100 }, { ...stall, traceId: null }, stall, stall])
    report(harmless);
  expect(await bench.status(id)).toBe("running");
  report({ ...stall, startedAt: 9_000 });
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("interrupted"));
  expect((await bench.stores.traces.get(SCOPE, id))?.failure).toMatchObject({
    code: "CRASH_LOOP",
    message: expect.stringContaining(
      "1970-01-01T00:00:09.000Z stalled the worker for 4.2 s in match (glob.ts:3)",
    ) as unknown,
  });
  expect(warnings).toContainEqual(["event loop stalled", stall]);
  expect(await bench.status(bystander)).toBe("running");
  await bench.signal(bystander, "s1", { kind: "cancel", payload: { reason: null } });
  await vi.waitFor(async () => expect(await bench.status(bystander)).toBe("cancelled"));
});
