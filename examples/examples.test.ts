import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import {
  type ModelServer,
  startModelServer,
  type WireAnswer,
} from "../packages/core/test/http/model-server.ts";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const EXAMPLES = readdirSync(path("."))
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .sort();
const DOCUMENTS = ["../docs/guide/library.md", "../README.md"];

let printed = "";
let interruptListeners: readonly NodeJS.SignalsListener[] = [];

beforeEach(() => {
  printed = "";
  interruptListeners = process.listeners("SIGINT");
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(console, "log").mockImplementation((...values) => void (printed += `${values.join(" ")}\n`));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const listener of process.listeners("SIGINT"))
    if (!interruptListeners.includes(listener)) process.off("SIGINT", listener);
});

/** Serves the answers in order, and names the server in the environment as a person would. */
async function serve(...answers: readonly WireAnswer[]): Promise<ModelServer> {
  const server = await startModelServer((_request, position) => {
    const answer = answers[position];
    return answer === undefined ? { kind: "status", status: 418 } : { kind: "answer", answer };
  });
  onTestFinished(async () => await server.close());
  for (const [name, value] of Object.entries(environment(server))) vi.stubEnv(name, value);
  return server;
}

const environment = ({ baseUrl }: ModelServer): Record<string, string> => ({
  OPENAI_BASE_URL: baseUrl,
  OPENAI_API_KEY: "sk-test-0123456789",
  GOALTRACE_MODEL: "mock",
});

const call = (name: string, input: object): WireAnswer => ({
  calls: [{ id: `call-${name}`, name, arguments: JSON.stringify(input) }],
});

it("one-call prints the answer", async () => {
  await serve({ text: "Air scatters blue light most." });
  await import("./one-call.ts");
  expect(printed).toBe("Air scatters blue light most.\n");
});

it("tool-call calls its tool and streams the answer", async () => {
  const server = await serve(call("get_weather", { city: "Rome" }), { text: "Nowhere." });
  await import("./tool-call.ts");
  expect(printed).toBe(
    "Nowhere.\nModel calls: 2, tool calls: 1\nWhere do I need an umbrella today: Rome or Oslo?\n",
  );
  expect(server.requests[1]?.body).toContain("Rome: 21 °C, sunny");
});

it("stream-to-terminal prints two turns as they come", async () => {
  const server = await serve(
    call("goal", { operations: [{ op: "add", title: "See the Forum" }] }),
    { text: "First the Forum." },
    { text: "Walk." },
  );
  await import("./stream-to-terminal.ts");
  expect(printed).toMatch(
    /^\n\[goal\] ok: .+\nFirst the Forum\.\n\(completed\)\n\nWalk\.\n\(completed\)\n\nWalk\.\n$/u,
  );
  expect(server.requests[2]?.body).toContain("Make it cheaper.");
});

it("custom-strategy takes the tools away after two steps, plans a long task, and has one answer reviewed", async () => {
  const server = await serve(
    call("search", { query: "Tiber bridge" }),
    call("search", { query: "Pons Sublicius" }),
    { text: "Ancus Marcius." },
    { text: '{"steps":[{"title":"Ages"},{"title":"Lengths"},{"title":"Compare"}]}' },
    { text: "The ages are known." },
    { text: "The lengths are known." },
    { text: "The oldest is the weakest." },
    { text: "Restore the oldest." },
    { text: "A guild." },
    { text: '{"findings":[]}' },
  );
  await import("./custom-strategy.ts");
  expect(printed).toBe("Ancus Marcius.\nRestore the oldest.\nA guild.\n");
  expect(server.requests.map(({ body }) => body.includes('"tools":'))).toEqual([
    ...[true, true, false],
    ...[true, true, true, true, false],
    ...[true, true],
  ]);
});

it("memory-in-a-file saves an entry", async () => {
  const folder = mkdtempSync(join(tmpdir(), "memory-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  const server = await serve(
    call("write_memory", {
      ...{ type: "user", name: "Sums in euros", description: "Wants sums in euros", keywords: [] },
      ...{ content: "Wants sums in euros", quote: "remember that I want sums in euros" },
    }),
    { text: "You want sums in euros." },
  );
  await import("./memory-in-a-file.ts");
  expect(printed).toBe("You want sums in euros.\nIn memory: Sums in euros\n");
  expect(server.requests).toHaveLength(2);
});

it("goal-graph prints the plan and the nodes of the graph", async () => {
  await serve(
    call("goal", { operations: [{ op: "add", title: "By train" }] }),
    call("goal", { operations: [{ op: "focus", goal: "1" }] }),
    call("goal", { operations: [{ op: "done", goal: "1", summary: "11 hours" }] }),
    { text: "Take the train." },
  );
  await import("./goal-graph.ts");
  expect(printed.split("\n")).toEqual([
    "Compare three ways to travel from Rome to Paris.",
    "└─ ✓ 1 By train: 11 hours",
    expect.stringMatching(
      /^0 goal "Compare three ways to travel from Rome to Paris\.": \d model calls, \d tool calls$/u,
    ),
    expect.stringMatching(/^1 goal "By train": \d model calls?, \d tool calls?$/u),
    expect.stringMatching(/^2 outcome "Take the train\.": 0 model calls, 0 tool calls$/u),
    "",
  ]);
});

it("scripted-model tests an agent without an endpoint", async () => {
  await import("./scripted-model.ts");
  expect(printed).toBe("The agent read the weather and answered.\n");
});

it("runs an example as a program that ends", async () => {
  const server = await serve({ text: "Air scatters blue light most." });
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", path("one-call.ts")], {
    env: { ...process.env, ...environment(server) },
  });
  expect(stdout).toBe("Air scatters blue light most.\n");
});

it.each(EXAMPLES.filter((name) => name !== "scripted-model.ts"))(
  "%s ends with an error when the model refuses the key",
  async (name) => {
    const server = await startModelServer(() => ({ kind: "status", status: 401, error: { message: "no" } }));
    onTestFinished(async () => await server.close());
    for (const [variable, value] of Object.entries(environment(server))) vi.stubEnv(variable, value);
    // The query makes it another module, which is evaluated once more.
    await expect(import(/* @vite-ignore */ `./${name}?refused`)).rejects.toMatchObject({
      code: "MODEL_REFUSED_KEY",
    });
  },
);

const CODE = /(<!-- examples\/([\w-]+\.ts) -->\n\n)```ts\n.*?```\n/gsu;

/** Run it with `-u` to write the examples into the documents. */
it("sub-agents prints who did what", async () => {
  const task = (id: string, prompt: string) => ({
    ...{ id, name: "task", arguments: JSON.stringify({ agent: "explore", prompt }) },
  });
  const server = await startModelServer(({ body }) => {
    const asked = /Read about (?<city>Rome|Oslo)/u.exec(body.slice(0, body.indexOf('"tools"')))?.groups?.[
      "city"
    ];
    const isChild = body.includes("Answer in one sentence with the city in it.");
    const hasResult = body.includes('"role":"tool"');
    const answer: WireAnswer = !isChild
      ? hasResult
        ? { text: "Rome." }
        : { calls: [task("t1", "Read about Rome"), task("t2", "Read about Oslo")] }
      : hasResult
        ? { text: `${asked}: it rains.` }
        : { calls: [{ id: "r", name: "read_page", arguments: JSON.stringify({ city: asked }) }] };
    return { kind: "answer", answer };
  });
  onTestFinished(async () => await server.close());
  for (const [name, value] of Object.entries(environment(server))) vi.stubEnv(name, value);
  await import("./sub-agents.ts");
  const lines = printed.trimEnd().split("\n");
  expect(lines.slice(0, 2)).toEqual(["explore starts: Read about Rome", "explore starts: Read about Oslo"]);
  expect(lines.slice(2, 4).toSorted()).toEqual([
    "completed after 2 steps, with read_page: Oslo: it rains.",
    "completed after 2 steps, with read_page: Rome: it rains.",
  ]);
  expect(lines.at(-1)).toBe("Rome.");
});

it.each(DOCUMENTS)("%s shows examples as they are", async (name) => {
  const shown = readFileSync(path(name), "utf8").replaceAll(
    CODE,
    (_block, marker: string, file: string) =>
      `${marker}\`\`\`ts\n${readFileSync(path(file), "utf8")}\`\`\`\n`,
  );
  await expect(shown).toMatchFileSnapshot(path(name));
});

it("shows every example in the guide, and one in the README", () => {
  const [guide = [], readme = []] = DOCUMENTS.map((name) =>
    [...readFileSync(path(name), "utf8").matchAll(CODE)].map(([, , file]) => file).sort(),
  );
  expect(guide).toEqual(EXAMPLES);
  expect(readme).toEqual(["tool-call.ts"]);
});
