import {
  decide,
  formatTarget,
  type Policy,
  type PermissionRule,
  type RuleTarget,
  suggestRules,
} from "@goaltrace/core/permissions";
import { createToolSet } from "@goaltrace/core/tools";
import { builtInTools, type Sandbox } from "@goaltrace/tools";
import { toPermissionCall } from "../../packages/host/src/permissions/permission-call.ts";
import { createRunPermission } from "../../packages/host/src/permissions/run-permission.ts";
import { type RecordedCall, textOf } from "./recorded-call.ts";
import type { RecordedTask } from "./read-session.ts";

/** One question to a person: the call in one line, and why it asks. */
export type Asked = {
  readonly tool: string;
  readonly call: string;
  readonly reason: string;
  /** True for a call that is refused instead of asked about. */
  readonly isRefused: boolean;
};

/**
 * The choices of the person beside approving. `never-remembers`: nothing. `remembers-edits`: presses "Always" for file changes, the widest choice.
 * `remembers`: also for commands, the narrowest choice, which permits exactly the same command again. `remembers-kinds`: the wider one (`git commit`) when a
 * command of the same kind asks for the second time. `remembers-programs`: at once the widest one that is about the programs of the command (`git`).
 */
export type Habit =
  | "never-remembers"
  | "remembers-edits"
  | "remembers"
  | "remembers-kinds"
  | "remembers-programs";

export type AskingPlace = {
  /** The project folder; paths of the recording are moved to it. */
  readonly folder: string;
  readonly sandbox: Sandbox;
  readonly habit: Habit;
  /** The rules of the conversation, to which "Always" adds. */
  readonly rules: PermissionRule[];
};

const FILE_TOOLS = new Set(["edit_file", "write_file"]);

/** Returns the calls of a task that ask or are refused, in order, by the product's own decision about each call. */
export async function askedIn(
  task: RecordedTask,
  { folder, sandbox, habit, rules }: AskingPlace,
): Promise<readonly Asked[]> {
  const tools = createToolSet(builtInTools({ sandbox, variables: {} }));
  const surroundings = { tools, allowsProtectedWrites: false, sandbox };
  const asked: Asked[] = [];
  const kinds = new Set<string>();
  for (const { tool, input } of task.calls) {
    const moved = moveTo(input, task.folder, folder);
    const annotations = tools.find(tool)?.annotations ?? WEB;
    const policy: Policy = { mode: "ask", rules };
    const request = { tool, arguments: moved, annotations, folder };
    const decision = await createRunPermission(surroundings, { ...policy, hasApprover: true }).decide({
      ...request,
      ...{ agent: "general", conversation: null, person: "p", scope: { workspaceId: "w", personId: "p" } },
      ...{ rootId: "t", traceId: "t", step: 1, toolCallId: "c", definitionDigest: "", argumentsDigest: "" },
    });
    if (decision.effect === "allow") continue;
    asked.push({
      tool,
      call: lineOf({ tool, input: moved }),
      reason: decision.reason.replaceAll(folder, "."),
      isRefused: decision.effect === "deny",
    });
    if (decision.effect === "deny") continue;
    const call = await toPermissionCall(surroundings, request);
    const sets = suggestRules(call, policy, "conversation");
    const [narrow, wide] = sets;
    const kind = wide?.map(formatTarget).join("\n") ?? "";
    const isWide = habit === "remembers-kinds" && kinds.has(kind) && wide?.some(isEverything) === false;
    kinds.add(kind);
    const widest = sets.filter((set) => !set.some(isEverything)).at(-1);
    const forCommand = habit === "remembers-programs" ? widest : isWide ? wide : narrow;
    const chosen = FILE_TOOLS.has(tool) ? sets.at(-1) : forCommand;
    const isChosen =
      (habit.startsWith("remembers") && habit !== "remembers-edits") ||
      (habit === "remembers-edits" && FILE_TOOLS.has(tool));
    // No one permits every command line because of one.
    if (!isChosen || chosen === undefined || (!FILE_TOOLS.has(tool) && chosen.some(isEverything))) continue;
    rules.push(
      ...chosen.map((target, index) => ({
        ...target,
        ...({
          id: `${String(rules.length)}.${String(index)}`,
          layer: "conversation",
          effect: "allow",
        } as const),
      })),
    );
    if (decide(call, { ...policy, rules }).effect !== "allow")
      throw new Error("the chosen rule allows nothing");
  }
  return asked;
}

function isEverything({ pattern }: RuleTarget): boolean {
  return pattern === "";
}

/** Tools of the web are not among the built-in ones; they reach out. */
const WEB = { readOnlyHint: true, openWorldHint: true };

/** Moves paths of the recorded project folder, but none beside it whose name only begins like it. */
function moveTo(input: RecordedCall["input"], from: string, to: string): Record<string, unknown> {
  const names = spellings(from).map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/gu, (mark) => `\\${mark}`));
  const pattern = new RegExp(`(?:${names.join("|")})(?![\\w.-])`, "gu");
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === "string" ? tidy(value.replaceAll(pattern, to)) : value,
    ]),
  );

  /** Behind a folder of Windows, the separators of the rest are those of Windows too. */
  function tidy(text: string): string {
    if (!from.includes("\\")) return text;
    return text.replaceAll(/(?<=questions-\w+)[\\\w.-]+/gu, (path) => path.replaceAll("\\", "/"));
  }
}

/** The ways in which a shell on Windows names a folder. */
function spellings(folder: string): readonly string[] {
  const [, drive, rest] = /^([A-Za-z]):(\\.*)$/u.exec(folder) ?? [];
  if (drive === undefined || rest === undefined) return [folder];
  const path = rest.replaceAll("\\", "/");
  return [folder, `${drive}:${path}`, `/${drive.toLowerCase()}${path}`];
}

function lineOf({ tool, input }: RecordedCall): string {
  return `${tool}: ${textOf(input.command ?? input.path ?? input.url)}`.slice(0, 400);
}
