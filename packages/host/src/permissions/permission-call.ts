import { logTools, type PermissionRequest } from "@goaltrace/core";
import { MEMORY_READING_TOOLS, PROFILE_WRITING_TOOLS, WRITE_MEMORY_TOOL } from "@goaltrace/core/log";
import type { PermissionCall, Subject } from "@goaltrace/core/permissions";
import type { ToolSet } from "@goaltrace/core/tools";
import { isProtectedPath, namedPaths } from "@goaltrace/tools";

/** The properties of a process that rules need to know about calls. */
export type CallSurroundings = {
  readonly tools: ToolSet;
  /** Whether writes to files that instruct agents or run on their own need nobody. */
  readonly allowsProtectedWrites: boolean;
};

/** Tools that only touch the log of the run, and memory, which decides itself what it takes from whom. */
const LOG_TOOLS: ReadonlySet<string> = new Set([
  ...logTools().map(({ name }) => name),
  ...[WRITE_MEMORY_TOOL, ...MEMORY_READING_TOOLS, ...PROFILE_WRITING_TOOLS],
]);

/**
 * Returns a call as rules see it. A path counts as it is written and, if links of the project folder lead elsewhere, also as what it really
 * names. Looks at the disk.
 */
export async function toPermissionCall(
  { tools, allowsProtectedWrites }: CallSurroundings,
  {
    tool,
    arguments: input,
    annotations,
    folder,
  }: Pick<PermissionRequest, "tool" | "arguments" | "annotations" | "folder">,
): Promise<PermissionCall> {
  const subject = tools.find(tool)?.subject;
  const isHarmless = annotations.readOnlyHint === true || LOG_TOOLS.has(tool);
  if (subject === undefined) return { tool, isHarmless, isProtected: false, subjects: [] };
  const text = readField(input, subject.field) ?? (subject.kind === "path" ? "." : "");
  const texts = subject.kind === "path" ? await namedPaths(folder, text) : [text];
  const isProtected =
    subject.kind === "path" && !isHarmless && !allowsProtectedWrites && texts.some(isProtectedPath);
  const subjects = texts.map((named): Subject => ({ kind: subject.kind, text: named }));
  return { tool, isHarmless, isProtected, subjects };
}

function readField(input: unknown, field: string): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const value: unknown = new Map<string, unknown>(Object.entries(input)).get(field);
  return typeof value === "string" ? value : undefined;
}
