import { defineTool, type Tool, type ToolContext, type ToolResult } from "@goaltrace/core";
import type { BackgroundProcess } from "@goaltrace/core/ports";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import { PROCESS_WAIT_MAX_SECONDS } from "../process/tunables.ts";
import { endText, newsResult } from "./process-result.ts";

const id = z.string().min(1).max(100);

/** Reads new output of background processes. */
const processOutputTool = defineTool({
  name: "process_output",
  inSmallWindows: "last",
  description:
    "Returns what a background process has written since you last asked, and whether it still runs. Without an id it lists the processes of this run. To wait for a server to start or a build to end, use wait_seconds instead of asking again and again.",
  input: z.object({
    id: id.optional().describe("The name of the process, from the result of bash_command."),
    wait_seconds: z
      .number()
      .min(0)
      .max(PROCESS_WAIT_MAX_SECONDS)
      .optional()
      .describe("Waits this long for new output or the end of the process. Default 0."),
  }),
  annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: false },
  polling: true,
  timeLimitMs: (PROCESS_WAIT_MAX_SECONDS + 30) * 1000,
  async execute({ id: wanted, wait_seconds: seconds = 0 }, context): Promise<ToolResult> {
    if (wanted === undefined) return listProcesses(context);
    const process = context.processes.find(wanted);
    if (process === undefined) return unknownProcess(wanted, context);
    if (seconds > 0)
      await process.untilNews(AbortSignal.any([context.signal, AbortSignal.timeout(seconds * 1000)]));
    return newsResult(process);
  },
});

/** Ends background processes. */
const stopProcessTool = defineTool({
  name: "stop_process",
  inSmallWindows: "last",
  description: "Ends a background process with all that it started, and returns the rest of its output.",
  input: z.object({ id: id.describe("The name of the process, from the result of bash_command.") }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async execute({ id: wanted }, context): Promise<ToolResult> {
    const process = context.processes.find(wanted);
    if (process === undefined) return unknownProcess(wanted, context);
    await process.stop();
    return { ...newsResult(process), outcome: "ok" };
  },
});

/** Returns the tools for processes that `bash_command` has started in the background. */
export function backgroundTools(): readonly Tool[] {
  return [processOutputTool, stopProcessTool];
}

function listProcesses({ processes }: ToolContext): ToolResult {
  const all = processes.list();
  const running = all.filter((process) => process.end() === null).length;
  return {
    title: `${String(running)} of ${String(all.length)} background processes running`,
    output: all.length === 0 ? "This run has no background processes." : all.map(processLine).join("\n"),
  };
}

function processLine(process: BackgroundProcess): string {
  const end = process.end();
  return `${process.id} · ${end === null ? "running" : `ended: ${endText(end)}`} · ${process.command}`;
}

function unknownProcess(wanted: string, { processes }: ToolContext): ToolResult {
  const names = processes.list().map((process) => process.id);
  return errorResult(
    "No such process",
    `There is no background process "${wanted}" now. Processes end when the run ends, waits for a person, or continues on another worker; start it again if you need it. ${names.length === 0 ? "None exist." : `These exist: ${names.join(", ")}.`}`,
  );
}
