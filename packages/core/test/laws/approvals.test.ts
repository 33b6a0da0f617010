import { expect, it, vi } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import type { RunEvent, RunEventType } from "../../src/log/run-event.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import type { PermissionDecision, PermissionRequest } from "../../src/ports/permission.ts";
import type { RunEnvironment } from "../../src/ports/run-environment.ts";
import type { SignalBody } from "../../src/signals/signal.ts";
import { startWorker } from "../../src/worker/index.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { type Bench, createBench } from "./worker-bench.ts";

const WRITE = { id: "c1", name: "write", arguments: '{"path":"a"}' };
const DAY_MS = 24 * 3_600_000;

type People = {
  readonly bench: Bench;
  readonly id: string;
  readonly ports: RunPorts;
  /** The requests that no one has decided about. */
  open(): Promise<readonly string[]>;
  /** Decides about the only open request, under the id that the server derives. */
  decide(body: Decision): Promise<void>;
  results(): Promise<readonly string[]>;
  events<Type extends RunEventType>(type: Type): Promise<readonly Extract<RunEvent, { type: Type }>[]>;
  waits(): Promise<void>;
};
type Decision =
  | { readonly kind: "approve"; readonly arguments?: string }
  | { readonly kind: "deny"; readonly reason: string };

const asks = async ({ tool }: PermissionRequest): Promise<PermissionDecision> =>
  await Promise.resolve(tool === "read" ? { effect: "allow" } : { effect: "ask", reason: "It writes." });

/** Creates a run that calls `calls`, which need a person unless they read, and then ends. */
async function createPeople(
  environment: Partial<RunEnvironment> = {},
  calls: readonly (typeof WRITE)[] = [WRITE],
): Promise<People> {
  const bench = await createBench((_, position) => (position === 0 ? { calls } : { text: "done" }));
  const id = await bench.add();
  const ports = withEnvironment(bench, {
    permission: { decide: asks },
    approvals: { lifetimeMs: 2 * DAY_MS },
    ...environment,
  });
  const events: People["events"] = async (type) =>
    (await bench.entries(id)).filter(
      (entry): entry is never => entry.kind === "event" && entry.type === type,
    );
  const open = async (): Promise<readonly string[]> => {
    const closed = new Set(
      [...(await events("approval.decided")), ...(await events("approval.expired"))].map(
        ({ data }) => data.approvalId,
      ),
    );
    return (await events("approval.requested"))
      .map(({ data }) => data.approvalId)
      .filter((item) => !closed.has(item));
  };
  return {
    ...{ bench, id, ports, open, events },
    decide: async ({ kind, ...payload }) => {
      const [approvalId = ""] = await open();
      const body = { kind, payload: { approvalId, ...payload } } as SignalBody;
      const signal = {
        ...body,
        id: `approval:${approvalId}`,
        traceId: id,
        personId: "mira",
        at: bench.clock.now(),
      };
      await bench.stores.signals.insert(SCOPE, signal);
      bench.stores.live.publish({ kind: "signalled", traceId: id });
    },
    results: async () => (await bench.entries(id)).flatMap(toResult),
    waits: async () => await vi.waitFor(async () => expect(await bench.status(id)).toBe("waiting")),
  };
}

function withEnvironment(bench: Bench, changes: Partial<RunEnvironment>): RunPorts {
  return {
    ...bench.ports,
    environments: {
      openRun: async (trace, signal) => ({
        ...(await bench.ports.environments.openRun(trace, signal)),
        ...changes,
      }),
    },
  };
}

function toResult(entry: Entry): readonly string[] {
  return entry.kind === "message" && entry.role === "tool"
    ? [`${entry.refusal ?? entry.outcome}: ${entry.output}`]
    : [];
}

async function expectStatus(people: People, status: string): Promise<void> {
  await vi.waitFor(async () => expect(await people.bench.status(people.id)).toBe(status));
}

it("waits without a worker until a person approves, then runs exactly the frozen call once", async () => {
  const people = await createPeople();
  await people.bench.start(people.ports);
  await people.waits();
  expect(await people.bench.stores.traces.get(SCOPE, people.id)).toMatchObject({
    ...{ waitingFor: "approval", wakeAt: people.bench.clock.now() + 2 * DAY_MS },
  });
  expect(people.bench.tools.runs).toEqual([]);
  const [requested] = await people.events("approval.requested");
  expect(requested?.data).toMatchObject({
    ...{ toolCallId: "c1", toolName: "write", reason: "It writes.", step: 1, ruleId: null },
  });
  expect(requested?.data.digest).toMatch(/^[0-9a-f]{64}$/u);
  await people.decide({ kind: "approve" });
  await expectStatus(people, "completed");
  expect(people.bench.tools.runs).toEqual(['write {"path":"a"}']);
  const [decided] = await people.events("approval.decided");
  expect(decided?.data).toMatchObject({ personId: "mira", digest: requested?.data.digest });
  const order = (await people.bench.entries(people.id)).flatMap((entry) =>
    entry.kind === "event" ? [entry.type] : [],
  );
  expect(order.indexOf("approval.decided")).toBeLessThan(order.indexOf("tool.started"));
});

it("runs the arguments that a person edited, under a digest of their own, and reports that to the model", async () => {
  const people = await createPeople();
  await people.bench.start(people.ports);
  await people.waits();
  await people.decide({ kind: "approve", arguments: '{"path":"b"}' });
  await expectStatus(people, "completed");
  expect(people.bench.tools.runs).toEqual(['write {"path":"b"}']);
  const [requested] = await people.events("approval.requested");
  const [decided] = await people.events("approval.decided");
  expect(decided?.data.editedArguments).toBe('{"path":"b"}');
  expect(decided?.data.digest).not.toBe(requested?.data.digest);
  expect((await people.results())[0]).toContain(
    'A person changed the arguments before this call ran: {"path":"b"}',
  );
});

it.each([
  ["not JSON", "not json"],
  ["an object that the schema rejects", '{"path":7}'],
])("returns an error for edited arguments that are %s, and runs nothing", async (_, edited) => {
  const people = await createPeople();
  await people.bench.start(people.ports);
  await people.waits();
  await people.decide({ kind: "approve", arguments: edited });
  await expectStatus(people, "completed");
  expect(people.bench.tools.runs).toEqual([]);
  expect((await people.results())[0]).toMatch(/^error: /u);
});

it("reports to the model that a person denied the call, with the reason", async () => {
  const people = await createPeople();
  await people.bench.start(people.ports);
  await people.waits();
  await people.decide({ kind: "deny", reason: "Ask the owners first." });
  await expectStatus(people, "completed");
  expect(people.bench.tools.runs).toEqual([]);
  expect((await people.results())[0]).toBe(
    "person: A person denied this call: Ask the owners first.\nDo not repeat it unchanged.",
  );
});

it("ends a request that no one decided in time as expired, not as denied", async () => {
  const people = await createPeople();
  const worker = await people.bench.start(people.ports);
  await people.waits();
  await worker.stop();
  people.bench.clock.advance(2 * DAY_MS);
  await people.bench.start(people.ports);
  await expectStatus(people, "completed");
  expect(people.bench.tools.runs).toEqual([]);
  expect(await people.events("approval.decided")).toEqual([]);
  expect(await people.events("approval.expired")).toHaveLength(1);
  expect((await people.results())[0]).toMatch(/^expired: Nobody decided/u);
});

it("counts a decision that was sent before the request expired, whenever a worker reads it", async () => {
  const people = await createPeople();
  const worker = await people.bench.start(people.ports);
  await people.waits();
  await worker.stop();
  people.bench.clock.advance(2 * DAY_MS - 1);
  await people.decide({ kind: "approve" });
  people.bench.clock.advance(DAY_MS);
  await people.bench.start(people.ports);
  await expectStatus(people, "completed");
  expect(people.bench.tools.runs).toEqual(['write {"path":"a"}']);
});

it("ignores a decision that was sent after the request expired", async () => {
  const people = await createPeople();
  const worker = await people.bench.start(people.ports);
  await people.waits();
  await worker.stop();
  people.bench.clock.advance(2 * DAY_MS);
  await people.decide({ kind: "approve" });
  await people.bench.start(people.ports);
  await expectStatus(people, "completed");
  expect(people.bench.tools.runs).toEqual([]);
  expect((await people.results())[0]).toMatch(/^expired: /u);
});

it("asks again when the tool has changed since the approval", async () => {
  const people = await createPeople();
  const worker = await people.bench.start(people.ports);
  await people.waits();
  await worker.stop();
  await people.decide({ kind: "approve" });
  const { tools } = people.bench;
  const changed = tools.tools.map((tool) => ({
    ...tool,
    description: `${tool.description} Now also elsewhere.`,
  }));
  const find = (name: string): (typeof changed)[number] | undefined =>
    changed.find((tool) => tool.name === name);
  const ports = withEnvironment(people.bench, {
    ...{ permission: { decide: asks }, approvals: { lifetimeMs: null }, tools: { tools: changed, find } },
  });
  await startWorker({
    name: "later",
    ports,
    jobs: people.bench.stores.jobs,
    live: people.bench.stores.live,
  }).then(async (later) => {
    await vi.waitFor(async () => expect(await people.events("approval.requested")).toHaveLength(2));
    await people.waits();
    expect(tools.runs).toEqual([]);
    await people.decide({ kind: "approve" });
    await expectStatus(people, "completed");
    expect(tools.runs).toEqual(['write {"path":"a"}']);
    await later.stop();
  });
});

it("denies an approved call when a rule denies the arguments that a person put in", async () => {
  const people = await createPeople({
    permission: {
      decide: async (request) =>
        request.argumentsDigest === request.definitionDigest ||
        JSON.stringify(request.arguments).includes("secret")
          ? { effect: "deny", by: "rule", reason: "Nothing under secret." }
          : await asks(request),
    },
  });
  await people.bench.start(people.ports);
  await people.waits();
  await people.decide({ kind: "approve", arguments: '{"path":"secret/a"}' });
  await expectStatus(people, "completed");
  expect(people.bench.tools.runs).toEqual([]);
  expect((await people.results())[0]).toBe("rule: Denied: Nothing under secret.");
});

it("asks about every call of a step at once, and runs them in order when all are decided", async () => {
  const calls = ["a", "b", "c"].map((path, index) => ({
    ...WRITE,
    id: `c${index}`,
    arguments: JSON.stringify({ path }),
  }));
  const people = await createPeople({}, calls);
  await people.bench.start(people.ports);
  await people.waits();
  expect(await people.open()).toHaveLength(3);
  for (const [index, decision] of [
    { kind: "approve" } as const,
    { kind: "deny", reason: "Not b." } as const,
    { kind: "approve" } as const,
  ].entries()) {
    await people.decide(decision);
    await vi.waitFor(async () => expect(await people.open()).toHaveLength(2 - index));
  }
  await expectStatus(people, "completed");
  expect(people.bench.tools.runs).toEqual(['write {"path":"a"}', 'write {"path":"c"}']);
  expect((await people.results()).map((line) => line.split(":")[0])).toEqual(["ok", "person", "ok"]);
});

it("ends a run that waits for approval when it is canceled, with a result for its call", async () => {
  const people = await createPeople();
  await people.bench.start(people.ports);
  await people.waits();
  await people.bench.signal(people.id, "cancel-1", { kind: "cancel", payload: { reason: null } });
  await expectStatus(people, "cancelled");
  expect(people.bench.tools.runs).toEqual([]);
  expect(await people.results()).toHaveLength(1);
});

it("refuses an existing tool that the agent does not have, with a message of its own", async () => {
  const people = await createPeople({ withheldTools: new Set(["deploy"]) }, [{ ...WRITE, name: "deploy" }]);
  await people.bench.start(people.ports);
  await expectStatus(people, "completed");
  expect((await people.results())[0]).toMatch(/^no_right: Not run: the tool "deploy" exists/u);
});
