import type { Entry } from "../log/entry.ts";
import { type CheckedReport, checkClaims } from "../loop/receipts/check-claims.ts";
import { createEvidenceReader } from "../loop/receipts/evidence.ts";
import { buildLog } from "./builders.ts";

/** One call with its result. */
type Call = {
  readonly tool: string;
  readonly input: object;
  readonly output: string;
  readonly outcome?: "ok" | "error";
  /** The file that the call changed. */
  readonly changed?: string;
};

/** The name of the case, the report, the calls before it, how its agent ended, and how many of its sub-agents completed. */
export type ClaimCase = readonly [string, string, readonly Call[], Partial<CheckedReport>?, number?];

/** A file that was read. */
export const read = (path: string, output = `content of ${path}`): Call => ({
  tool: "read_file",
  input: { path },
  output,
});
/** A file that was changed. */
export const edit = (path: string): Call => ({
  tool: "edit_file",
  input: { path },
  output: "edited",
  changed: path,
});
/** A command. */
export const shell = (command: string, output: string): Call => ({
  tool: "bash_command",
  input: { command },
  output,
});
/** A page that was fetched. */
export const fetch = (url: string, output: string): Call => ({ tool: "webfetch", input: { url }, output });
/** A search in files. */
export const search = (pattern: string, output: string): Call => ({
  tool: "grep_content",
  input: { pattern },
  output,
});

/** The claims of a report that the log of its agent does not support. */
export function unverified([, text, calls, report = {}, children = 0]: ClaimCase): readonly string[] {
  const log = buildLog();
  const reader = createEvidenceReader();
  const add = (entry: Entry): void => reader.add(entry);
  for (const [index, { tool, input, output, outcome = "ok", changed }] of calls.entries()) {
    const id = `call_${index}`;
    add(log.assistant({ calls: [{ id, name: tool, arguments: JSON.stringify(input) }] }));
    if (changed !== undefined)
      add(
        log.event({
          type: "file.changed",
          data: {
            toolCallId: id,
            path: changed,
            beforeBlob: null,
            afterBlob: "b".repeat(64),
            added: 1,
            removed: 0,
          },
        }),
      );
    add(log.tool(id, { toolName: tool, output, outcome }));
  }
  for (let index = 0; index < children; index += 1)
    add(
      log.event({
        type: "child.finished",
        data: {
          ...{
            childTraceId: `c${index}`,
            toolCallId: null,
            status: "completed",
            lastMessage: "",
            summary: null,
          },
          ...{
            failure: null,
            steps: 1,
            inputTokens: 0,
            outputTokens: 0,
            cost: null,
            durationMs: 0,
            toolsUsed: [],
          },
        },
      }),
    );
  return checkClaims({ text, isCompleted: true, open: [], ...report }, reader.evidence);
}
