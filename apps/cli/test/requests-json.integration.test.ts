import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createSystemClock } from "@goaltrace/core/system";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AskingWorld, openAskingWorld } from "./support/asking-world.ts";
import type { ChatRequest } from "./support/chat-request.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { goaltrace, startCommand } from "./support/process.ts";
import { IS_SOAK } from "./support/soak.ts";
import { until } from "./support/world.ts";

const DEPTH = 3;
const ROUNDS = 20;
const REPORT = fileURLToPath(new URL("../../../.cache/request-delays.json", import.meta.url));
const clock = createSystemClock();
const ASKED = { question: "Which owner?", choices: ["Ana", "Ben"] };

let world: AskingWorld;
let model: MockModel;

beforeAll(async () => {
  world = await openAskingWorld();
  model = await startMockModel(nest);
});
afterAll(async () => {
  await model?.close();
  await world?.close();
});

/** Starts one agent below the other. `all`: each writes its file and asks; `last`: only the deepest does. */
function nest({ messages }: ChatRequest): MockAnswer {
  const asked = messages.map(
    ({ content }) => /^Level (?<depth>\d), (?<who>\w+)$/u.exec(content ?? "")?.groups,
  );
  const { depth = "0", who = "all" } = asked.find((groups) => groups !== undefined) ?? {};
  if (messages.some(({ role }) => role === "tool")) return { text: "Done." };
  const next = { name: "task", arguments: { prompt: `Level ${Number(depth) + 1}, ${who}` } };
  const own = [
    { name: "write_file", arguments: { path: `level-${depth}.txt`, content: depth } },
    { name: "ask_user", arguments: ASKED },
  ];
  const isLast = Number(depth) === DEPTH;
  return { calls: [...(who === "all" || isLast ? own : []), ...(isLast ? [] : [next])] };
}

type Line = {
  readonly kind: string;
  readonly traceId?: string;
  readonly request?: {
    readonly traceId: string;
    readonly id: string | null;
    readonly kind: string;
    readonly state: string;
    readonly ancestors: readonly {
      readonly traceId: string;
      readonly agent: string;
      readonly task: string;
    }[];
    readonly approval: { readonly tool: string; readonly arguments: string } | null;
  };
};

const linesOf = (output: string): readonly Line[] =>
  output
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as Line);
const requestsOf = (output: string): readonly NonNullable<Line["request"]>[] =>
  linesOf(output).flatMap(({ request }) => (request === undefined ? [] : [request]));

const command = (who: string): readonly string[] => ["run", "--folder", world.project, `Level 0, ${who}`];
const above = (depth: number, who: string): readonly object[] =>
  Array.from({ length: depth }, (_, level) => ({ agent: "general", task: `Level ${level}, ${who}` }));
const written = async (name: string): Promise<string | null> =>
  await readFile(path.join(world.project, name), "utf8").catch(() => null);

it("prints what each agent asked in vain, with the exact arguments and the agents above it", async () => {
  const { code, stdout } = await goaltrace([...command("all"), "--json"], world.variables(model.baseUrl));
  expect(code).toBe(0);
  const expected = Array.from({ length: DEPTH + 1 }, (_, depth) => {
    const about = {
      ...{ state: "no_approver", id: null, agent: "general", ancestors: above(depth, "all") },
      task: depth === 0 ? null : `Level ${depth}, all`,
    };
    const approval = {
      tool: "write_file",
      arguments: JSON.stringify({ path: `level-${depth}.txt`, content: String(depth) }),
      reason: expect.stringContaining(`--allow 'write_file(level-${depth}.txt)'`) as unknown,
    };
    const { question: text, choices } = ASKED;
    return [
      { ...about, kind: "approval", approval, question: null },
      { ...about, kind: "question", approval: null, question: { text, choices } },
    ];
  });
  const requests = requestsOf(stdout);
  const byDepth = requests.toSorted((left, right) => left.ancestors.length - right.ancestors.length);
  expect(byDepth).toMatchObject(expected.flat());
  // The line follows the entry from which it comes.
  const lines = linesOf(stdout);
  for (const [index, { request }] of lines.entries())
    if (request !== undefined)
      expect(lines[index - 1]).toMatchObject({ kind: "message", role: "tool", traceId: request.traceId });
});

it("shows the same in the text for people", async () => {
  const { stdout } = await goaltrace(command("all"), world.variables(model.baseUrl));
  expect(stdout).toMatch(
    /general 1 │ +general 2 │ +general 3 │ +→ write_file \{"path":"level-3.txt","content":"3"\}/u,
  );
  expect(stdout).toMatch(
    /general 1 │ +general 2 │ +general 3 │ +✗ write_file: nobody to ask\. .*--allow 'write_file\(level-3.txt\)'/u,
  );
});

/** In soak only: the times depend on the machine. The figures are in docs/testing.md. */
it.runIf(IS_SOAK)("prints and lists a request three levels down within a second of its entry", async () => {
  const delays: { printed: number[]; listed: number[] } = { printed: [], listed: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const run = startCommand([...command("last"), "--json", "--wait"], world.variables(model.baseUrl));
    const since = async <Value extends object>(find: () => Promise<Value | undefined>): Promise<number> => {
      await until("the request", find);
      return clock.now();
    };
    const listed = async () =>
      (await world.database.requests.list(world.scope, "waiting", { cursor: null, limit: 1 })).items[0];
    const [printedAt, listedAt] = await Promise.all([
      since(async () => requestsOf(run.stdout()).at(0)),
      since(listed),
    ]);
    const item = await listed();
    if (item === undefined) throw new Error("nothing is listed");
    delays.printed.push(printedAt - item.askedAt);
    delays.listed.push(listedAt - item.askedAt);
    await goaltrace(
      ["cancel", requestsOf(run.stdout())[0]?.ancestors[0]?.traceId ?? ""],
      world.variables(null),
    );
    await run.ended;
  }
  await writeFile(REPORT, JSON.stringify({ load: loadavg(), delays }, null, 2));
  expect(Math.max(...delays.printed)).toBeLessThan(1_000);
  expect(Math.max(...delays.listed)).toBeLessThan(1_000);
});

it("waits for people with --wait, and prints what they decided", async () => {
  const variables = world.variables(model.baseUrl);
  const run = startCommand([...command("last"), "--json", "--wait"], variables);
  const opened = await until("both requests", async () => {
    const requests = requestsOf(run.stdout());
    return requests.length === 2 ? requests : undefined;
  });
  expect(opened).toMatchObject([
    {
      ...{ kind: "approval", state: "open", agent: "general", task: `Level ${DEPTH}, last` },
      ancestors: above(DEPTH, "last"),
      approval: { tool: "write_file", arguments: '{"path":"level-3.txt","content":"3"}' },
    },
    { kind: "question", state: "open", question: { text: ASKED.question } },
  ]);
  const [approval, question] = opened;
  // The inbox has the same requests, by the same ids and with the same agents above.
  const inbox = await goaltrace(["inbox", "--json"], variables);
  const listed = inbox.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(listed).toMatchObject([
    { id: approval?.id, ancestors: approval?.ancestors, approval: approval?.approval },
    { id: question?.id },
  ]);
  const traceId = approval?.traceId ?? "";
  const approved = await goaltrace(["approve", traceId, "--request", approval?.id ?? ""], variables);
  const answered = await goaltrace(
    ["answer", traceId, "--request", question?.id ?? "", "--text", "Ben"],
    variables,
  );
  expect([approved.code, answered.code]).toEqual([0, 0]);
  const { code, stdout } = await run.ended;
  expect(code).toBe(0);
  expect(requestsOf(stdout).map(({ id, state }) => [id, state])).toEqual([
    [approval?.id, "open"],
    [question?.id, "open"],
    [approval?.id, "approved"],
    [question?.id, "answered"],
  ]);
  expect(await written("level-3.txt")).toBe("3");
  expect(model.complaints).toEqual([]);
});
