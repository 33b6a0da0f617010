import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { type ModelServer, startModelServer } from "../../test/http/model-server.ts";
import { type Script, startScriptServer } from "../../test/http/run-scenario.ts";
import { GoaltraceError } from "../errors.ts";
import { formatGoals } from "../goals/format-goals.ts";
import type { Update } from "../log/update.ts";
import type { Strategy } from "../loop/strategy.ts";
import type { ModelClient } from "../ports/model-client.ts";
import { defineTool } from "../ports/tool.ts";
import { react } from "../strategies/react.ts";
import { logTools } from "../tools/log-tools.ts";
import { createAgent } from "./create-agent.ts";
import { openAiModel } from "./open-ai-model.ts";

const KEY = "sk-test-0123456789";

afterEach(() => void vi.unstubAllEnvs());

async function serve(script: Script): Promise<{ readonly server: ModelServer; readonly model: ModelClient }> {
  const server = await startScriptServer(script);
  onTestFinished(async () => await server.close());
  return { server, model: openAiModel({ model: "mock", baseUrl: server.baseUrl, apiKey: KEY }) };
}

const WEATHER = {
  name: "weather",
  description: "The weather of a city.",
  input: z.object({ city: z.string().describe("City name") }),
  annotations: { readOnlyHint: true },
};
const weather = defineTool({ ...WEATHER, execute: ({ city }) => `${city}: 21 °C` });

const callOf = (name: string, input: object) => ({
  calls: [{ id: `call-${name}`, name, arguments: JSON.stringify(input) }],
});

type SentRequest = {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
};
const sentRequests = (server: ModelServer) =>
  server.requests.map(({ body }) => JSON.parse(body) as SentRequest);

it("yields entries and streamed text as they come, and resolves to the answer", async () => {
  const { server, model } = await serve([{ text: "Hello, world!" }]);
  const run = createAgent({ model, instructions: "Greet people." }).run("Say hello");
  const updates: Update[] = [];
  for await (const update of run) updates.push(update);
  const text = updates.flatMap((update) => (update.kind === "delta" ? [update.text] : []));
  expect(text.length).toBeGreaterThan(1);
  expect(text.join("")).toBe("Hello, world!");
  expect(await run.answer).toBe("Hello, world!");
  const result = await run.result;
  expect(result).toMatchObject({ status: "completed", answer: "Hello, world!", failure: null });
  expect(result.totals.outputTokens).toBe(10);
  expect(updates.flatMap((update) => (update.kind === "entry" ? [update.entry] : []))).toEqual(
    result.entries,
  );
  const [request] = sentRequests(server);
  expect(request?.messages[0]).toMatchObject({ role: "system", content: "Greet people." });
  expect(request?.tools).toBeUndefined();
  expect(server.requests[0]?.authorization).toBe(`Bearer ${KEY}`);
});

it("runs to its end without a reader, and gives late readers every update", async () => {
  const { model } = await serve([{ text: "done" }]);
  const run = createAgent({ model }).run("Do it");
  const { entries } = await run.result;
  for (const _ of [1, 2]) {
    let count = 0;
    for await (const update of run) if (update.kind === "entry") count += 1;
    expect(count).toBe(entries.length);
  }
});

it("continues when its reader leaves", async () => {
  const { model } = await serve([callOf("weather", { city: "Rome" }), { text: "21 °C" }]);
  const run = createAgent({ model, tools: [weather] }).run("Weather in Rome?");
  for await (const _ of run) break;
  expect(await run.answer).toBe("21 °C");
});

it("calls a tool with its parsed input and sends the result back", async () => {
  const { server, model } = await serve([callOf("weather", { city: "Rome" }), { text: "21 °C in Rome" }]);
  const run = createAgent({ model, tools: [weather] }).run("Weather in Rome?");
  expect(await run.answer).toBe("21 °C in Rome");
  const [first, second] = sentRequests(server);
  expect(first?.tools?.map((tool) => tool.function.name)).toEqual([
    ...["read_result", "search_history", "weather"],
  ]);
  expect(second?.messages.at(-1)).toMatchObject({ role: "tool", content: "Rome: 21 °C" });
});

it.each([
  ["a number", 42, "execute returned a number; return a string, such as JSON.stringify(value)"],
  ["an object", { celsius: 21 }, "execute returned an object without output"],
  ["a list", ["21"], "execute returned an array"],
  ["nothing", undefined, "execute returned nothing"],
])("reports to the model that a tool returned %s", async (_name, value, message) => {
  const { server, model } = await serve([callOf("weather", { city: "Rome" }), { text: "ok" }]);
  const wrong = defineTool({ ...WEATHER, execute: () => value as never });
  await createAgent({ model, tools: [wrong] }).run("Weather?").answer;
  expect(sentRequests(server)[1]?.messages.at(-1)?.content).toContain(message);
});

it("finds a model by name at the endpoint of the environment", async () => {
  const { server } = await serve(() => ({ text: "hi" }));
  vi.stubEnv("OPENAI_BASE_URL", server.baseUrl);
  vi.stubEnv("OPENAI_API_KEY", KEY);
  vi.stubEnv("GOALTRACE_MODEL", "from-environment");
  expect(await createAgent({ model: "named" }).run("Hi").answer).toBe("hi");
  expect(await createAgent().run("Hi").answer).toBe("hi");
  expect(await createAgent({ model: openAiModel({ model: "explicit" }) }).run("Hi").answer).toBe("hi");
  expect(server.requests.map(({ body }) => (JSON.parse(body) as { model: string }).model)).toEqual([
    "named",
    "from-environment",
    "explicit",
  ]);
  expect(server.requests.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
});

it("never sends the key of the environment to another endpoint", async () => {
  const { server } = await serve([{ text: "hi" }]);
  vi.stubEnv("OPENAI_API_KEY", KEY);
  await createAgent({ model: openAiModel({ model: "local", baseUrl: server.baseUrl }) }).run("Hi").answer;
  expect(server.requests[0]?.authorization).not.toContain(KEY);
});

it("falls back to the next model", async () => {
  const broken = await startModelServer(() => ({
    kind: "status",
    status: 404,
    error: { message: "no such model" },
  }));
  onTestFinished(async () => await broken.close());
  const { model } = await serve([{ text: "second" }]);
  const first = openAiModel({ model: "first", baseUrl: broken.baseUrl });
  expect(await createAgent({ model: [first, model] }).run("Hi").answer).toBe("second");
});

it("continues a conversation, also with another agent", async () => {
  const { server, model } = await serve([{ text: "Rome." }, { text: "Paris." }, { text: "Berlin." }]);
  const agent = createAgent({ model });
  const first = agent.run("Capital of Italy?");
  const second = agent.run("And of France?", { previous: first });
  const third = createAgent({ model, name: "other" }).run("And of Germany?", { previous: second });
  expect(await third.answer).toBe("Berlin.");
  expect(sentRequests(server)[2]?.messages.map((message) => message.content)).toEqual([
    "Capital of Italy?",
    "Rome.",
    "And of France?",
    "Paris.",
    "And of Germany?",
  ]);
  const { entries, totals } = await third.result;
  expect(entries.map((entry) => entry.sequence)).toEqual(entries.map((_, index) => index + 1));
  expect(totals.modelCalls).toBe(1);
});

it("keeps two runs that continue the same one apart", async () => {
  const { server, model } = await serve(({ body }) => ({ text: body.includes("left") ? "L" : "R" }));
  const agent = createAgent({ model });
  const start = agent.run("left or right?");
  await start.answer;
  const [one, two] = [
    agent.run("branch one", { previous: start }),
    agent.run("branch two", { previous: start }),
  ];
  await Promise.all([one.answer, two.answer]);
  expect(
    server.requests.filter(({ body }) => body.includes("branch one") && body.includes("branch two")),
  ).toEqual([]);
});

it("cancels when the signal aborts", async () => {
  const cancel = new AbortController();
  const { model } = await serve([{ kind: "silence" }]);
  const run = createAgent({ model }).run("Wait", { signal: cancel.signal });
  for await (const update of run)
    if (update.kind === "entry" && update.entry.kind === "event" && update.entry.type === "call.started")
      cancel.abort();
  await expect(run.answer).rejects.toMatchObject({ code: "CANCELLED" });
  expect((await run.result).status).toBe("cancelled");
});

it("stops at the limits of the agent, which a task may replace", async () => {
  const { model } = await serve(({ body }) =>
    body.includes('"tools":') ? callOf("weather", { city: "Rome" }) : { text: "Not finished." },
  );
  const agent = createAgent({ model, tools: [weather], limits: { maxSteps: 1 } });
  const run = agent.run("Weather?");
  await expect(run.answer).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  expect(await run.result).toMatchObject({ status: "failed", answer: "Not finished." });
  const longer = await agent.run("Weather?", { limits: { maxSteps: 2 } }).result;
  expect(longer.failure?.message).toContain("limit of 2 steps");
});

it("rejects the answer of a failed run with its failure, and resolves its result", async () => {
  const { model } = await serve([{ kind: "status", status: 401, error: { message: "bad key" } }]);
  const run = createAgent({ model }).run("Hi");
  const { status, failure } = await run.result;
  expect({ status, code: failure?.code }).toEqual({ status: "failed", code: "MODEL_REFUSED_KEY" });
  await expect(run.answer).rejects.toBeInstanceOf(GoaltraceError);
});

it("returns no answer of an earlier turn for one that wrote none", async () => {
  const { model } = await serve([
    { text: "one" },
    { kind: "status", status: 401, error: { message: "bad key" } },
  ]);
  const agent = createAgent({ model });
  const failed = await agent.run("Next", { previous: agent.run("First") }).result;
  expect(failed).toMatchObject({ status: "failed", answer: "" });
});

it("masks keys of models and the given secrets in the log", async () => {
  const leak = defineTool({
    ...{ name: "leak", description: "Prints keys." },
    input: z.object({}),
    execute: () => `${KEY} and a-secret-of-mine`,
  });
  const { server, model } = await serve([callOf("leak", {}), { text: "ok" }]);
  const { entries } = await createAgent({ model, tools: [leak], secrets: ["a-secret-of-mine"] }).run("Go")
    .result;
  const log = JSON.stringify(entries) + server.requests.map(({ body }) => body).join("");
  expect(log).toContain("[redacted:model-key#1] and [redacted:secret#1]");
  expect(log).not.toMatch(/sk-test|a-secret-of-mine/u);
  expect(JSON.stringify(model)).not.toContain(KEY);
});

it("asks the permission before a call", async () => {
  const { server, model } = await serve([callOf("weather", { city: "Rome" }), { text: "ok" }]);
  const permission = {
    decide: async () => ({ effect: "deny", by: "rule", reason: "no network today" }) as const,
  };
  await createAgent({ model, tools: [weather], permission }).run("Weather?").answer;
  expect(sentRequests(server)[1]?.messages.at(-1)?.content).toContain("no network today");
});

it("returns the plan that the model made", async () => {
  const { model } = await serve([
    callOf("goal", {
      operations: [
        { op: "add", title: "Find flights" },
        { op: "add", title: "Book a hotel" },
      ],
    }),
    { text: "Planned." },
  ]);
  const { goals } = await createAgent({ model, tools: logTools() }).run("Plan a trip").result;
  expect(formatGoals(goals)).toMatch(/^Plan a trip\n├─ . 1 Find flights\n└─ . 2 Book a hotel$/u);
});

it("follows a strategy of its caller, through waits for a time", async () => {
  const { model } = await serve([{ text: "ready" }]);
  const patient: Strategy = {
    name: "patient",
    next: (state) =>
      state.lastWait === null ? { kind: "wait", for: "budget", wakeAt: 20 } : react.next(state),
  };
  let now = 0;
  const clock = {
    now: () => now,
    monotonic: () => now,
    sleep: async (milliseconds: number) => void (now += milliseconds),
  };
  const run = createAgent({ model, strategy: patient, ports: { clock } }).run("Go");
  expect(await run.answer).toBe("ready");
  expect(now).toBe(20);
});

it("cancels a run that waits for a time", async () => {
  const { model } = await serve([]);
  const strategy: Strategy = {
    name: "late",
    next: () => ({ kind: "wait", for: "budget", wakeAt: Number.MAX_SAFE_INTEGER }),
  };
  const cancel = new AbortController();
  const clock = { now: () => 0, monotonic: () => 0, sleep: async () => cancel.abort() };
  const run = createAgent({ model, strategy, ports: { clock } }).run("Go", { signal: cancel.signal });
  expect((await run.result).status).toBe("cancelled");
});

it("returns a run that waits for a signal as waiting, and never continues it", async () => {
  const { model } = await serve([]);
  const strategy: Strategy = { name: "ask", next: () => ({ kind: "wait", for: "question", wakeAt: null }) };
  const agent = createAgent({ model, strategy });
  const run = agent.run("Go");
  expect((await run.result).status).toBe("waiting");
  await expect(run.answer).rejects.toMatchObject({ code: "CONFIGURATION_INVALID" });
  await expect(agent.run("Next", { previous: run }).result).rejects.toMatchObject({ code: "CONFLICT" });
});
