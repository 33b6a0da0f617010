import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRun, type ToolRun } from "@goaltrace/core/testing";
import { afterEach, expect, it } from "vitest";
import { PROCESS_MARKER } from "../process/command-environment.ts";
import { markerOf } from "../process/leftovers.ts";
import { processesWith } from "../process/process-list.ts";
import { createSandbox } from "../process/sandbox.ts";
import { backgroundTools } from "./background-tools.ts";
import { bashCommandTool } from "./bash-command.ts";

const machine = { sandbox: createSandbox(), variables: process.env };
const [output, stop] = backgroundTools();
if (output === undefined || stop === undefined) throw new Error("no tools");

const runs: ToolRun[] = [];
function open(): ToolRun {
  const run = createToolRun({ projectFolder: mkdtempSync(join(tmpdir(), "background-")) });
  runs.push(run);
  return run;
}
afterEach(async () => {
  for (const run of runs.splice(0))
    await Promise.all(run.context.processes.list().map(async (each) => await each.stop()));
});

async function start(run: ToolRun, command: string): Promise<{ readonly id: string; readonly text: string }> {
  const result = await run.call(bashCommandTool(machine), { command, background: true });
  return { id: String(result.metadata?.["processId"]), text: result.output };
}

it("returns at once, returns each piece of output once, and reports how the process ended", async () => {
  const run = open();
  const { id, text } = await start(run, "echo one; read -t 60 line < <(sleep 60); echo never");
  expect(text).toContain(`[process ${id} started in the background`);
  const first = `${text}${(await run.call(output, { id, wait_seconds: text.includes("one") ? 0 : 60 })).output}`;
  expect(first.match(/one/gu)).toHaveLength(1);
  const all = await run.call(output, {});
  expect(all.title).toBe("1 of 1 background processes running");
  expect(all.output).toContain(`${id} · running · echo one`);
  const stopped = await run.call(stop, { id });
  expect(stopped.output).toContain("[ended: stopped after");
  expect(stopped.output).not.toContain("one");
  expect(await run.call(stop, { id })).toMatchObject({ outcome: "ok" });
  expect(run.recorded).toMatchObject([{ type: "process.started", data: { background: true } }]);
});

it("reports at once that a process cannot start", async () => {
  const run = open();
  const { id, text } = await start(run, "no-such-server --port 1");
  expect(text).toContain("no-such-server: command not found");
  expect(text).toContain("[ended: exit code 127 after");
  expect(run.context.processes.find(id)?.end()).toMatchObject({ exitCode: 127 });
});

it("wakes a call that waits when the process writes", async () => {
  const run = open();
  const { id } = await start(run, "sleep 1.5; echo ready; sleep 60");
  const { output: news } = await run.call(output, { id, wait_seconds: 100 });
  expect(news).toBe("ready\n[running]");
});

it("leaves nothing running after a stop, not even what moved to another session", async () => {
  const run = open();
  const { id } = await start(run, "setsid sleep 1000 & sleep 1000");
  const [processId = ""] = run.recorded.flatMap((event) =>
    event.type === "process.started" ? [event.data.processId] : [],
  );
  const marked = async (): Promise<number> =>
    (await processesWith(`${PROCESS_MARKER}=${markerOf(processId)}`)).length;
  expect(await marked()).toBeGreaterThan(1);
  await run.call(stop, { id });
  expect(await marked()).toBe(0);
});

it("lists the existing processes for a call about an unknown one", async () => {
  const run = open();
  const unknown = await run.call(output, { id: "x" });
  expect(unknown.outcome).toBe("error");
  expect(unknown.output).toContain("None exist.");
  expect(await run.call(output, {})).toMatchObject({ output: "This run has no background processes." });
});
