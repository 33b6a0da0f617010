import { describe, expect, it, vi } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import type { RunEvent, RunEventType } from "../../src/log/run-event.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import type { BudgetStore, SharedReservation } from "../../src/ports/budget-store.ts";
import { runScenario } from "../http/run-scenario.ts";
import { type Bench, createBench } from "./worker-bench.ts";

/** The mock answers with 100 tokens in and 10 out. */
const PRICE = { input: 1_000, cachedInput: 1_000, output: 10_000 };
const CALL_COST = 0.2;
const read = (position: number) => ({
  calls: [{ id: `c${position}`, name: "read", arguments: `{"path":"f${position}"}` }],
});
/** Reads one file after the other until the fifth answer. */
const fourReads = (_: unknown, position: number) => (position < 4 ? read(position) : { text: "done" });

function events<T extends RunEventType>(
  entries: readonly Entry[],
  type: T,
): readonly Extract<RunEvent, { type: T }>[] {
  return entries.filter(
    (entry): entry is Extract<RunEvent, { type: T }> => entry.kind === "event" && entry.type === type,
  );
}

describe("a run with a budget and no one to ask", () => {
  it("warns at 80 %, then ends with a last call that sums up", async () => {
    const {
      trace,
      requests,
      events: of,
    } = await runScenario({
      script: fourReads,
      budget: { tokens: 250 },
    });
    expect(trace).toMatchObject({ status: "failed", failure: { code: "LIMIT_REACHED" } });
    expect(trace.failure?.message).toContain("the budget of 250tok (330tok used)");
    expect(requests).toHaveLength(4);
    expect(of("call.started").at(-1)?.data.purpose).toBe("final");
    expect(of("budget.warned").map(({ data }) => [data.level, data.unit, data.used, data.share])).toEqual([
      ["trace", "tokens", 220, 0.8],
      ["trace", "tokens", 330, 1],
    ]);
  });

  it("settles every reservation in the commit that ends its call", async () => {
    const { entries } = await runScenario({
      script: fourReads,
      budget: { usd: 10, tokens: 10_000 },
      price: PRICE,
    });
    const reserved = events(entries, "budget.reserved");
    const settled = events(entries, "budget.settled");
    expect(reserved.map(({ data }) => data.unit)).toEqual([
      "usd",
      "tokens",
      "usd",
      "tokens",
      "usd",
      "tokens",
      "usd",
      "tokens",
      "usd",
      "tokens",
    ]);
    expect(settled.map(({ data }) => data.reservationId)).toEqual(
      reserved.map(({ data }) => data.reservationId),
    );
    expect(settled.map(({ data }) => data.used).slice(0, 2)).toEqual([CALL_COST, 110]);
    for (const finished of events(entries, "call.finished"))
      expect(settled.some(({ sequence }) => sequence === finished.sequence + 1)).toBe(true);
  });

  it("ends at once when the budget is in money and the price is unknown", async () => {
    const { trace, requests } = await runScenario({ script: fourReads, budget: { usd: 1 } });
    expect(requests).toHaveLength(0);
    expect(trace.failure).toMatchObject({ code: "LIMIT_REACHED" });
    expect(trace.failure?.message).toContain("The price of the model is unknown");
  });

  it("counts money and steps", async () => {
    const money = await runScenario({ script: fourReads, budget: { usd: 0.3 }, price: PRICE });
    expect(money.requests).toHaveLength(3);
    expect(money.trace.failure?.message).toContain("0.3usd (0.4usd used)");
    const steps = await runScenario({ script: fourReads, budget: { steps: 2 } });
    expect(steps.requests).toHaveLength(3);
  });

  it("settles the reservation of a call that fails", async () => {
    const { entries, trace } = await runScenario({
      script: [{ kind: "status", status: 401, error: { message: "wrong key" } }],
      budget: { tokens: 1_000 },
    });
    expect(trace.status).toBe("failed");
    expect(events(entries, "budget.settled").map(({ data }) => data.used)).toEqual([0]);
  });
});

describe("a run with a budget and a person", () => {
  async function askingRun(budget: string): Promise<{ readonly bench: Bench; readonly id: string }> {
    const bench = await createBench(fourReads);
    const id = await bench.add();
    await bench.signal(id, "set-1", { kind: "set_budget", payload: { budget } });
    await bench.start(withPeople(bench));
    await expectQuestion(bench, id, 1);
    return { bench, id };
  }
  const withPeople = (bench: Bench, ports: Partial<RunPorts> = {}): RunPorts => ({
    ...bench.ports,
    environments: {
      openRun: async (trace, signal) => ({
        ...(await bench.ports.environments.openRun(trace, signal)),
        approvals: { lifetimeMs: null },
      }),
    },
    ...ports,
  });
  async function expectQuestion(bench: Bench, id: string, count: number): Promise<void> {
    await vi.waitFor(async () => {
      expect(await bench.status(id)).toBe("waiting");
      expect(await bench.entries(id).then((entries) => events(entries, "question.asked"))).toHaveLength(
        count,
      );
    });
  }
  async function answer(bench: Bench, id: string, text: string): Promise<void> {
    const question = events(await bench.entries(id), "question.asked").at(-1);
    const questionId = question?.data.questionId ?? "";
    await bench.signal(id, `answer:${questionId}`, { kind: "answer", payload: { questionId, text } });
  }
  const ended = async (bench: Bench, id: string, status: string): Promise<void> =>
    await vi.waitFor(async () => expect(await bench.status(id)).toBe(status));

  it("asks at 100 % and continues with the raised budget", async () => {
    const { bench, id } = await askingRun("250tok");
    const [question] = events(await bench.entries(id), "question.asked");
    expect(question?.data).toMatchObject({
      toolCallId: null,
      choices: ["raise to 660tok", "stop"],
      budget: { level: "trace", unit: "tokens", used: 330, allowed: 250, reason: "reached" },
    });
    expect(
      (await bench.stores.traces.get({ workspaceId: "workspace", personId: "person" }, id))?.waitingFor,
    ).toBe("budget");
    await answer(bench, id, "raise to 660tok");
    await ended(bench, id, "completed");
  });

  it("ends with a last call when a person stops it", async () => {
    const { bench, id } = await askingRun("250tok");
    await answer(bench, id, "stop");
    await ended(bench, id, "failed");
    expect(events(await bench.entries(id), "call.started").at(-1)?.data.purpose).toBe("final");
  });

  it("asks again, with the answer, when it cannot read it", async () => {
    const { bench, id } = await askingRun("250tok");
    await answer(bench, id, "more please");
    await expectQuestion(bench, id, 2);
    expect(events(await bench.entries(id), "question.asked").at(-1)?.data.text).toContain('"more please"');
    await answer(bench, id, "1ktok");
    await ended(bench, id, "completed");
  });

  it("dismisses the question when the budget is removed, and continues", async () => {
    const { bench, id } = await askingRun("250tok");
    await bench.signal(id, "set-2", { kind: "set_budget", payload: { budget: "" } });
    await ended(bench, id, "completed");
    expect(events(await bench.entries(id), "question.answered").map(({ data }) => data.outcome)).toEqual([
      "dismissed",
    ]);
  });

  it("asks about an unknown price, and does not ask again once a person continues", async () => {
    const { bench, id } = await askingRun("1usd");
    expect(events(await bench.entries(id), "question.asked")[0]?.data.budget?.reason).toBe("unpriced");
    await answer(bench, id, "continue");
    await ended(bench, id, "completed");
    expect(events(await bench.entries(id), "question.asked")).toHaveLength(1);
  });

  it("ends a run that waits for a budget on cancel", async () => {
    const { bench, id } = await askingRun("250tok");
    await bench.signal(id, "cancel-1", { kind: "cancel", payload: { reason: null } });
    await ended(bench, id, "cancelled");
  });

  it("waits for the workspace's budget until the next day, or until it is raised", async () => {
    const bench = await createBench(fourReads);
    const id = await bench.add();
    const spent = { usd: 5, tokens: 0, ms: 0, steps: 0 };
    let shared: SharedReservation = {
      ...{ budget: { usd: 5 }, spent, nextDayAt: 1e15 },
      decision: { kind: "reached", unit: "usd", used: 5, allowed: 5 },
    };
    const budgets: BudgetStore = { reserve: async () => await Promise.resolve(shared) };
    await bench.start(withPeople(bench, { budgets }));
    await expectQuestion(bench, id, 1);
    const trace = await bench.stores.traces.get({ workspaceId: "workspace", personId: "person" }, id);
    expect(trace).toMatchObject({ waitingFor: "budget", wakeAt: 1e15 });
    shared = { ...shared, budget: { usd: 50 }, decision: { kind: "granted" } };
    await bench.signal(id, "resume-1", { kind: "resume", payload: {} });
    await ended(bench, id, "completed");
  });
});
