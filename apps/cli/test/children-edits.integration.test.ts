import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Entry } from "@goaltrace/core/log";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChatRequest } from "./support/chat-request.ts";
import { logFaults } from "./support/log-laws.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses } from "./support/process.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

const FILE = "shared.txt";
const COPY = "copy.txt";
const GO = "go.txt";
const LINES = ["alpha", "beta", "gamma"];
/** The results of the editor after its second edit. */
const EDITED_TWICE = 5;
const workers = createWorkerProcesses("real");
let world: World;
let model: MockModel;
let folder: string;
/** The results that each agent has by now; the other one waits for them. */
const progress = new Map<string, number>();

const call = (name: string, input: object): MockAnswer => ({ calls: [{ name, arguments: input }] });
const edit = (from: string, to: string): MockAnswer =>
  call("edit_file", { path: FILE, edits: [{ type: "replace", old_text: from, new_text: to }] });
const read = call("read_file", { path: FILE });

type Step = {
  readonly answer: MockAnswer;
  readonly after?: readonly [agent: string, results: number];
  readonly afterFile?: string;
};

/**
 * The editor changes the file with `edit_file`, the commander with commands, in turns: a command after an edit, an edit on outdated content, and a command
 * that began before an edit and brings back the content from then.
 */
const STEPS: Readonly<Record<string, readonly Step[]>> = {
  editor: [
    { answer: read },
    { answer: edit("alpha", "ALPHA") },
    { answer: edit("beta", "BETA"), after: ["commander", 1] },
    { answer: read },
    { answer: edit("beta", "BETA"), afterFile: COPY },
    { answer: call("bash_command", { command: "true" }), after: ["commander", 2] },
    { answer: { text: "Edited." } },
  ],
  commander: [
    { answer: call("bash_command", { command: `sed -i s/gamma/GAMMA/ ${FILE}` }), after: ["editor", 2] },
    // It writes when the edit of the other one is on record.
    {
      answer: call("bash_command", {
        command: `cp ${FILE} ${COPY}; until [ -e ${GO} ]; do sleep 0.05; done; mv ${COPY} ${FILE}`,
      }),
      after: ["editor", 4],
    },
    { answer: { text: "Commanded." } },
  ],
};

beforeAll(async () => {
  world = await openOwnWorld();
  folder = path.join(world.folder, "project");
  await mkdir(folder);
  await writeFile(path.join(folder, FILE), `${LINES.join("\n")}\n`);
  await world.database.permissions.addRule(world.scope, {
    ...{ id: "commands", layer: "workspace", target: "", effect: "allow", tool: "bash_command", pattern: "" },
  });
  model = await startMockModel(answer);
});
afterAll(async () => {
  await workers.killAll();
  await model?.close();
  await world?.close();
});

async function answer({ messages }: ChatRequest): Promise<MockAnswer> {
  const results = messages.filter(({ role }) => role === "tool").length;
  const agent = messages.find(({ role, content }) => role === "user" && (content ?? "") in STEPS)?.content;
  if (agent == null)
    return results === 0
      ? {
          calls: Object.keys(STEPS).map((prompt) => ({
            name: "task",
            arguments: { agent: "general", prompt },
          })),
        }
      : { text: "Both have ended." };
  progress.set(agent, results);
  if (agent === "editor" && results === EDITED_TWICE) await writeFile(path.join(folder, GO), "");
  const step = STEPS[agent]?.[results];
  if (step === undefined) throw new Error(`${agent} has ${results} results`);
  const { after } = step;
  if (after !== undefined)
    await until(`${after[0]} with ${after[1]} results`, async () =>
      (progress.get(after[0]) ?? 0) >= after[1] ? await Promise.resolve(true) : undefined,
    );
  const { afterFile } = step;
  if (afterFile !== undefined)
    await until(afterFile, async () => await readFile(path.join(folder, afterFile)));
  return step.answer;
}

const resultsOf = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) => (entry.kind === "message" && entry.role === "tool" ? [entry.output] : []));

const changesOf = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.kind === "event" && entry.type === "file.changed" ? [entry.data] : []));

it("reports every overlap of an agent's edits with another's commands, and no edit is overwritten unnoticed", async () => {
  await workers.add(world.variables(model.baseUrl));
  const run = await world.queue({
    text: "Two of you, change the file",
    projectFolder: folder,
    permission: { approver: "nobody", allow: ["edit_file", "bash_command"] },
  });
  expect((await world.ended(run.id)).status).toBe("completed");
  const family = await world.database.traces.family(world.scope, run.id);
  const logOf = async (task: string): Promise<readonly Entry[]> => {
    const entries = await world.log(family.find((trace) => trace.task === task)?.id ?? "");
    expect(logFaults(entries)).toEqual([]);
    return entries;
  };
  const [editor, commander] = [await logOf("editor"), await logOf("commander")];
  const [edited, commanded] = [resultsOf(editor), resultsOf(commander)];
  const overlap = `has changed ${FILE} too`;

  // The command kept the first edit. Both agents read of it, and an edit on the content from before is refused.
  expect(commanded[0]).toContain(overlap);
  expect(edited[2]).toContain("changed on disk");
  expect(edited[2]).toContain(overlap);
  // The second command took the second edit back, to the content from when it began. It is on record as its change, and both read of it.
  expect(await readFile(path.join(folder, FILE), "utf8")).toBe("ALPHA\nbeta\nGAMMA\n");
  expect(commanded[1]).toContain(overlap);
  expect(edited[5]).toContain(overlap);
  const lastEdit = changesOf(editor).findLast(({ path: changed }) => changed === FILE);
  expect(changesOf(commander).at(-1)).toMatchObject({
    ...{ path: FILE, source: "command", beforeBlob: lastEdit?.afterBlob },
  });
  // No change is on record for the agent that did not make it.
  expect(changesOf(editor).filter(({ source }) => source === "command")).toEqual([]);
  expect(model.complaints).toEqual([]);
});
