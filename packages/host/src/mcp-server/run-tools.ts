import { z } from "zod";
import { START_RUN, STARTED_RUN } from "../api/run-inputs.ts";
import { controlRun } from "../send-signal.ts";
import { startRun } from "../start-run.ts";
import { defineMcpTool } from "./mcp-tool.ts";
import { TRACE_ID } from "./trace-tools.ts";

export const startRunTool = defineMcpTool({
  name: "start_run",
  title: "Start a run",
  description:
    "Gives an agent a task, in a new conversation or as the next turn of one. Returns at once; read_trace shows when the run has ended or waits for a person.",
  right: "run",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: START_RUN.shape,
  output: STARTED_RUN.shape,
  handle: async ({ services, scope, keyId }, turn) => {
    await services.quotas.admitRun({ scope, keyId });
    return startRun(services, { scope, keyId: keyId ?? undefined, ...turn });
  },
});

export const cancelRun = defineMcpTool({
  name: "cancel_run",
  title: "Stop a run",
  description: "Stops a run. Repeating it has no effect.",
  right: "run",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: { traceId: TRACE_ID },
  output: { requested: z.boolean().describe("False when the run has ended.") },
  handle: async ({ services, scope }, { traceId }) =>
    controlRun(services, scope, { traceId, body: { kind: "cancel", payload: { reason: null } } }),
});
