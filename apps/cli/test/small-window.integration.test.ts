import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { RunEvent } from "@goaltrace/core/log";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import type { ModelSetting } from "@goaltrace/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChatRequest } from "./support/chat-request.ts";
import { logFaults, toolCalls, unloggedRequests } from "./support/log-laws.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { asksForSummary, pageName, pageText } from "./support/page-reader.ts";
import { createWorkerProcesses } from "./support/process.ts";
import { openOwnWorld, type World } from "./support/world.ts";

const WINDOW = 8_000;
/** A quarter is reserved for the answer, and a quarter of the rest is for tools. */
const USABLE = 6_000;
const TOOL_TOKENS = 1_500;
const PAGES = 6;
const SETTING: ModelSetting = {
  ...{ id: "small", reference: "mock/small", label: "Small", provider: "mock", model: "small" },
  ...{ baseUrl: "", encryptedKey: null, keyHint: null, contextWindow: WINDOW },
  ...{ clearAbove: null, summariseAbove: null, maxCalls: null, price: null },
};
const TODOS = [{ text: "Write the report", status: "in_progress" }];
const edit = { type: "replace", old_text: "open", new_text: "checked" };

/** The steps of the task: reading that fills the window several times, a tool that requests only name, and changes to files. */
const STEPS: readonly { readonly name: string; readonly arguments: object; readonly runs?: string }[] = [
  { name: "goal", arguments: { operations: [{ op: "add", title: "Check every page" }] } },
  { name: "list_directory", arguments: {} },
  ...Array.from({ length: PAGES }, (_, index) => ({
    name: "read_file",
    arguments: { path: pageName(index + 1) },
  })),
  { name: "use_tool", arguments: { tool: "todo" } },
  { name: "use_tool", arguments: { tool: "todo", arguments: { todos: TODOS } }, runs: "todo" },
  { name: "grep_content", arguments: { pattern: "Entry 3\\.7:" } },
  { name: "read_file", arguments: { path: "state.md" } },
  { name: "edit_file", arguments: { path: "state.md", edits: [edit] } },
  { name: "bash_command", arguments: { command: "wc -l page-*.txt > lines.txt" } },
  { name: "write_file", arguments: { path: "report.md", content: "All pages were read.\n" } },
  { name: "goal", arguments: { operations: [{ op: "done", goal: "1", summary: "Read." }] } },
];

const tokenizer = createTokenizer();
let world: World;
let model: MockModel;
let project: string;
const requests: ChatRequest[] = [];
const workers = createWorkerProcesses("real");

beforeAll(async () => {
  world = await openOwnWorld();
  project = path.join(world.folder, "pages");
  await mkdir(project);
  for (let page = 1; page <= PAGES; page += 1)
    await writeFile(path.join(project, pageName(page)), pageText(page));
  await writeFile(path.join(project, "state.md"), "The pages are open.\n");
  let step = 0;
  model = await startMockModel((request): MockAnswer => {
    if (asksForSummary(JSON.stringify(request.messages)))
      return { text: "## 8. Current work\nReading pages." };
    requests.push(request);
    const call = STEPS[step];
    step += 1;
    return call === undefined ? { text: "Done." } : { calls: [call] };
  });
  await world.database.models.save(world.scope, { ...SETTING, baseUrl: model.baseUrl });
});
afterAll(async () => {
  await workers.killAll();
  await model?.close();
  await world?.close();
});

it("lets the default agent do a task of many steps with all of its tools in a window of 8,000 tokens", async () => {
  const worker = await workers.add(world.variables(null));
  const run = await world.queue({
    ...{ text: "Check every page and write a report.", projectFolder: project, model: SETTING.reference },
    permission: { approver: "nobody", allow: ["*"] },
  });
  const ended = await world.ended(run.id);
  await worker.kill();
  expect(ended).toMatchObject({ status: "completed", failure: null });
  expect(model.complaints).toEqual([]);

  const entries = await world.log(run.id);
  const outcomes = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [`${entry.toolName}: ${entry.outcome}`] : [],
  );
  expect(outcomes).toEqual(STEPS.map(({ name, runs = name }) => `${runs}: ok`));
  expect(await readFile(path.join(project, "state.md"), "utf8")).toBe("The pages are checked.\n");
  expect(await readFile(path.join(project, "report.md"), "utf8")).toBe("All pages were read.\n");

  expect(requests).toHaveLength(STEPS.length + 1);
  const tools = new Set(requests.map((request) => JSON.stringify(request.tools)));
  expect(tools.size).toBe(1);
  const [definitions = ""] = tools;
  expect(tokenizer.count(definitions)).toBeLessThanOrEqual(TOOL_TOKENS);
  for (const request of requests) {
    expect(
      tokenizer.count(JSON.stringify(request.messages)) + tokenizer.count(definitions),
    ).toBeLessThanOrEqual(WINDOW);
  }
  expect(Math.max(...reportedTokens(entries.filter(isCallStart)))).toBeLessThanOrEqual(USABLE);

  const isCut = ({ type }: RunEvent): boolean => type === "compaction.finished" || type === "context.cleared";
  expect(entries.some((entry) => entry.kind === "event" && isCut(entry))).toBe(true);

  const sent = toolCalls(entries).find(({ name }) => name === "todo");
  expect(sent).toMatchObject({ name: "todo", received: { name: "use_tool" } });
  const set = entries.find(
    (entry) => entry.kind === "event" && entry.type === "context.set" && entry.data.slot === "tools",
  );
  expect(set).toMatchObject({
    data: { namedTools: expect.arrayContaining(["todo", "webfetch", "task"]) as unknown },
  });
  expect(definitions).toContain("webfetch");
  expect(logFaults(entries)).toEqual([]);
  expect(await unloggedRequests(world, model.bodies, [entries])).toEqual([]);
});

type CallStart = Extract<RunEvent, { type: "call.started" }>;

function isCallStart(entry: { readonly kind: string; readonly type?: string }): entry is CallStart {
  return entry.kind === "event" && entry.type === "call.started";
}

function reportedTokens(starts: readonly CallStart[]): readonly number[] {
  return starts.map(({ data }) => data.report.totalTokens);
}
