import { expect, it, vi } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { type Bench, createBench } from "./worker-bench.ts";

const LIFETIME_MS = 60_000;
const SOON = { timeout: 20_000 };

/** Starts a run that repeats one call until someone directs it, and waits for its question. */
async function repeatUntilAsked() {
  const bodies: string[] = [];
  const bench: Bench = await createBench(({ body }, position) => {
    bodies.push(body);
    return body.includes("Read b instead") || !body.includes('"tools":')
      ? { text: "done" }
      : { calls: [{ id: `c${position}`, name: "read", arguments: '{"path":"a"}' }] };
  });
  const id = await bench.add();
  const ports: RunPorts = {
    ...bench.ports,
    environments: {
      openRun: async (trace, signal) => ({
        ...(await bench.ports.environments.openRun(trace, signal)),
        approvals: { lifetimeMs: LIFETIME_MS },
      }),
    },
  };
  await bench.start(ports);
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("waiting"), SOON);
  const asked = (await bench.entries(id)).find(isQuestion);
  if (asked === undefined) throw new Error("nothing asked");
  const answer = async (text: string): Promise<void> => {
    const { questionId } = asked.data;
    const signal = { kind: "answer", payload: { questionId, text }, id: `answer:${questionId}` } as const;
    const sent = { ...signal, traceId: id, personId: "mira", at: bench.clock.now() };
    await bench.stores.signals.insert(SCOPE, sent);
  };
  return { bench, id, asked, answer, bodies };
}

type Question = Extract<Entry, { readonly type: "question.asked" }>;
function isQuestion(entry: Entry): entry is Question {
  return entry.kind === "event" && entry.type === "question.asked";
}

const actions = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "loop.detected" ? [entry.data.action] : [],
  );

it("asks a person in the last stage of a loop, and continues with the answer as their message", async () => {
  const { bench, id, asked, answer, bodies } = await repeatUntilAsked();
  expect(asked.data).toMatchObject({
    ...{
      toolCallId: null,
      text: expect.stringContaining("repeats itself") as unknown,
      expiresAt: expect.any(Number) as unknown,
    },
    choices: ["Try another way", "Give up"],
  });
  expect((await bench.stores.traces.get(SCOPE, id))?.waitingFor).toBe("question");
  expect(actions(await bench.entries(id))).toEqual(["noted", "denied", "denied"]);
  const before = bodies.length;
  await answer("Read b instead");
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"), SOON);
  expect(bodies.length).toBe(before + 1);
  expect(bodies.at(-1)?.split("Read b instead")).toHaveLength(2);
  expect(bench.tools.count("read")).toBe(3);
});

// "Stop the run" is the choice of questions that earlier versions asked.
it.each(["Give up", "Stop the run", null])(
  "ends the run as if no person had answered when the answer is %s",
  async (text) => {
    const { bench, id, answer } = await repeatUntilAsked();
    if (text === null) bench.clock.advance(LIFETIME_MS);
    else await answer(text);
    await bench.start();
    await vi.waitFor(async () => expect(await bench.status(id)).toBe("failed"), SOON);
    expect((await bench.stores.traces.get(SCOPE, id))?.failure?.code).toBe("DOOM_LOOP");
  },
);

it("restarts counting after the answer, and asks again when the run repeats itself again", async () => {
  const { bench, id, answer } = await repeatUntilAsked();
  const asked = async (): Promise<number> => (await bench.entries(id)).filter(isQuestion).length;
  await answer("Try another way");
  await vi.waitFor(async () => expect(await asked()).toBe(2), SOON);
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("waiting"), SOON);
  const round = ["noted", "denied", "denied"];
  expect(actions(await bench.entries(id))).toEqual([...round, ...round]);
  expect(bench.tools.count("read")).toBe(6);
});
