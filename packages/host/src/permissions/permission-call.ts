import { logTools, type PermissionRequest, type Tool } from "@goaltrace/core";
import { MEMORY_READING_TOOLS, PROFILE_WRITING_TOOLS, WRITE_MEMORY_TOOL } from "@goaltrace/core/log";
import { joinWords, type PermissionCall, type Subject } from "@goaltrace/core/permissions";
import { parseSecretDomain } from "@goaltrace/core/secrets";
import type { ToolSet } from "@goaltrace/core/tools";
import {
  commandPlace,
  isProtectedPath,
  namedPaths,
  readCommand,
  type Sandbox,
  writeRefusal,
} from "@goaltrace/tools";

/** The properties of a process that rules need to know about calls. */
export type CallSurroundings = {
  readonly tools: ToolSet;
  /** Whether writes to files that instruct agents or run on their own run without asking. */
  readonly allowsProtectedWrites: boolean;
  /** The sandbox of commands. @default none */
  readonly sandbox?: Sandbox | undefined;
};

/** Tools that only touch the log of the run, and memory, which has its own checks. */
const LOG_TOOLS: ReadonlySet<string> = new Set([
  ...logTools().map(({ name }) => name),
  // It ends only processes that this run has started.
  "stop_process",
  ...[WRITE_MEMORY_TOOL, ...MEMORY_READING_TOOLS, ...PROFILE_WRITING_TOOLS],
]);

/**
 * Returns a call as rules see it. A path counts as it is written and, if links of the project folder lead elsewhere, also as what it really
 * names. Looks at the disk.
 */
export async function toPermissionCall(
  surroundings: CallSurroundings,
  {
    tool,
    arguments: input,
    annotations,
    folder,
  }: Pick<PermissionRequest, "tool" | "arguments" | "annotations" | "folder">,
): Promise<PermissionCall> {
  const { tools, allowsProtectedWrites } = surroundings;
  const subject = tools.find(tool)?.subject;
  const isHarmless = annotations.readOnlyHint === true || LOG_TOOLS.has(tool);
  const reachesOut = annotations.openWorldHint === true;
  if (subject === undefined) return { tool, isHarmless, reachesOut, isProtected: false, subjects: [] };
  if (subject.kind === "command") return await toCommandCall(surroundings, { tool, input, folder, subject });
  const { kind } = subject;
  const text = readField(input, subject.field) ?? (subject.kind === "path" ? "." : "");
  const texts = subject.kind === "path" ? await namedPaths(folder, text) : [text];
  const refusal =
    subject.kind === "path" && !isHarmless && folder !== null ? await writeRefusal(folder, text) : null;
  const isProtected =
    subject.kind === "path" && !isHarmless && !allowsProtectedWrites && texts.some(isProtectedPath);
  const subjects = texts.map((named): Subject => ({
    kind,
    text: named,
    ...(refusal === null ? {} : { refusal }),
  }));
  return { tool, isHarmless, reachesOut, isProtected, subjects };
}

/** A command that asks for the network, or for a part of it, is not held by the sandbox any more. */
async function toCommandCall(
  { sandbox, allowsProtectedWrites }: CallSurroundings,
  call: {
    readonly tool: string;
    readonly input: unknown;
    readonly folder: string | null;
    readonly subject: NonNullable<Tool["subject"]>;
  },
): Promise<PermissionCall> {
  const { tool, input, folder, subject } = call;
  const { field, program } = subject;
  const report = await sandbox?.report();
  const reached = reachedAddresses(input);
  const isContained = report?.strength === "enforcing" && reached.length === 0;
  if (program !== undefined)
    return {
      tool,
      isHarmless: false,
      isProtected: false,
      subjects: [ownCommand(program, readField(input, field), isContained)],
    };
  const shown = folder === null ? [] : ((await sandbox?.shownFolders?.(folder)) ?? []);
  const place = commandPlace(folder, isContained, shown);
  const commandLine = readField(input, field) ?? "";
  const { subjects, changedPaths } = await readCommand(commandLine, place);
  const isProtected = !allowsProtectedWrites && changedPaths.some(isProtectedPath);
  return { tool, isHarmless: false, isProtected, commandLine, subjects: [...subjects, ...reached] };
}

/** The rules for fetching pages decide about what a command reaches, too: a rule about a command line says nothing about hosts. */
function reachedAddresses(input: unknown): readonly Subject[] {
  const domains = readValue(input, "domains");
  const texts = [
    ...(readValue(input, "network") === true ? [ANY_HOST] : []),
    ...(Array.isArray(domains) ? domains.map((domain: unknown) => toAddress(domain)) : []),
  ];
  return texts.map((text) => ({
    ...{ kind: "url", text, tool: "webfetch" },
    ...(text === ANY_HOST ? {} : { source: text }),
  }));
}

/** An address that no pattern matches. */
const ANY_HOST = "*";

/** An invalid domain fails when the call runs. Before that it counts as any host, so the call asks. */
function toAddress(domain: unknown): string {
  const parsed = typeof domain === "string" ? parseSecretDomain(domain) : null;
  return parsed === null ? ANY_HOST : `${parsed}/`;
}

/** The command of a tool that runs the project's own checks, or code of the model, which always asks. */
function ownCommand(program: string, argument: string | undefined, isContained: boolean): Subject {
  const words = [...program.split(" "), ...(argument === undefined ? [] : [argument])];
  const isCode = words.includes("-c");
  const why = isCode
    ? "runs code that is written in the call"
    : "runs code of the project without a sandbox that could hold it";
  const isFree = isContained && !isCode;
  return {
    kind: "command",
    text: joinWords(words),
    words,
    isFree,
    isUnclear: isCode,
    why: isFree ? "" : why,
  };
}

function readField(input: unknown, field: string): string | undefined {
  const value = readValue(input, field);
  return typeof value === "string" ? value : undefined;
}

function readValue(input: unknown, field: string): unknown {
  if (typeof input !== "object" || input === null) return undefined;
  return new Map<string, unknown>(Object.entries(input)).get(field);
}
