import { expect, it } from "vitest";
import { z } from "zod";
import type { Entry } from "../../log/entry.ts";
import { createAgent } from "../../library/create-agent.ts";
import { defineTool, type Tool } from "../../ports/tool.ts";
import { createSystemClock } from "../system/clock.ts";
import { createSystemIds } from "../system/ids.ts";
import { createScriptedClient } from "./client.ts";

/** The pauses of the model, in milliseconds. No one waits for them. */
const pauses: number[] = [];
const clock = { ...createSystemClock(), sleep: async (ms: number) => void pauses.push(ms) };
const model = createScriptedClient({ clock, ids: createSystemIds(clock), pauseMs: 0 });
const readOnly = { readOnlyHint: true };
const text = z.string().default("");

/** Stand-ins for the tools of the project folder: it has documents and no summary. */
const tools: readonly Tool[] = [
  defineTool({
    ...{ name: "list_directory", description: "Lists.", annotations: readOnly },
    input: z.strictObject({ path: text }),
    execute: async () => "README.md",
  }),
  defineTool({
    ...{ name: "glob_files", description: "Finds.", annotations: readOnly },
    input: z.strictObject({ pattern: text }),
    execute: async () => "README.md",
  }),
  defineTool({
    ...{ name: "read_file", description: "Reads.", annotations: readOnly },
    input: z.strictObject({ path: text }),
    execute: async ({ path }) => ({
      outcome: "error" as const,
      title: "not found",
      output: `No file ${path}.`,
    }),
  }),
  defineTool({
    ...{ name: "calculator", description: "Computes.", annotations: readOnly },
    input: z.strictObject({ expression: text }),
    execute: async ({ expression }) =>
      String(expression.match(/\d+/gu)?.reduce((sum, part) => sum + Number(part), 0)),
  }),
];

const eventsOf = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) => (entry.kind === "event" ? [entry.type] : []));

it("shows a plan whose second step fails twice and is revised", async () => {
  const { status, answer, entries, goals } = await createAgent({
    model,
    tools,
    strategy: "plan-execute",
  }).run("Write the monthly report, and revise the plan if a step fails").result;
  expect(status).toBe("completed");
  expect(answer).toContain("there is no summary of the month");
  const types = eventsOf(entries);
  expect(types.filter((type) => type === "lesson.learned")).toHaveLength(2);
  expect(types.filter((type) => type === "plan.revised")).toHaveLength(1);
  expect([...goals.goals.values()].slice(1).map(({ status: state, verified }) => [state, verified])).toEqual([
    ["completed", true],
    ["failed", null],
    ["abandoned", null],
    ["completed", null],
    ["completed", false],
  ]);
  expect(types).not.toContain("call.rejected");
});

it("shows calls at once, the last of which uses two results", async () => {
  const { status, entries } = await createAgent({ model, tools, strategy: "rewoo" }).run(
    "Collect the facts about this folder with calls at once",
  ).result;
  expect(status).toBe("completed");
  const results = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry.output] : [],
  );
  expect(results.at(-1)).toBe(String(425 + 515));
  expect(eventsOf(entries).filter((type) => type === "value.set")).toHaveLength(5);
  expect(eventsOf(entries)).not.toContain("call.rejected");
});

it("pauses after the plan of calls and before their answer, so that people can follow", async () => {
  const paced = createScriptedClient({ clock, ids: createSystemIds(clock), pauseMs: 0, stageMs: 4_000 });
  pauses.length = 0;
  await createAgent({ model: paced, tools, strategy: "rewoo" }).run(
    "Collect the facts about this folder with calls at once",
  ).result;
  expect(pauses).toEqual([4_000, 4_000]);
});

it("reports that calls at once found nothing", async () => {
  const without = tools.map((tool) =>
    tool.name === "glob_files"
      ? defineTool({
          ...{ name: "glob_files", description: "Finds.", annotations: readOnly },
          input: z.strictObject({ pattern: text }),
          execute: async () => ({ outcome: "error" as const, title: "none", output: "No project folder." }),
        })
      : tool,
  );
  const { answer } = await createAgent({ model, tools: without, strategy: "rewoo" }).run(
    "Collect the facts about this folder with calls at once",
  ).result;
  expect(answer).toContain("not all of them found what they looked for");
});
