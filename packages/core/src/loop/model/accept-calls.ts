import type { z } from "zod";
import type { FinishReason, ToolCall } from "../../log/message.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import type { ReceivedToolCall } from "../../ports/model-client.ts";
import { USE_TOOL } from "../../log/tool-names.ts";
import { rejectedCallsPrompt } from "../../prompts/generated/rejected-calls.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { nearestName } from "../../nearest-name.ts";
import type { ToolSet } from "../../ports/tool.ts";
import { readArguments, placeholderArguments } from "./repair-arguments.ts";
import { unwrapCall } from "./unwrap-call.ts";

type Repair = Omit<RunEventPayloads["call.repaired"], "callId">;

/** Calls in the form stored in the log and sent back to the model, and the repairs made to them. */
export type AcceptedCalls = { readonly calls: readonly ToolCall[]; readonly repairs: readonly Repair[] };

/**
 * Converts a model's tool calls into calls that are always valid for the API: unique ids, permitted names, arguments that are a JSON object. A
 * call through `use_tool` becomes one of its tool. A call that must not run carries its `problem`. With `finish_reason: length` the last call was cut off and never runs.
 */
export function acceptCalls(
  received: readonly ReceivedToolCall[],
  options: {
    readonly tools: ToolSet;
    readonly finishReason: FinishReason;
    readonly knownIds: ReadonlySet<string>;
    newId(): string;
  },
): AcceptedCalls {
  const added = new Set<string>();
  const isTaken = (id: string): boolean => added.has(id) || options.knownIds.has(id);
  const repairs: Repair[] = [];
  const calls = received.map((wrapped, index): ToolCall => {
    const raw = unwrapCall(wrapped, options.tools);
    const id = uniqueId(raw.id, isTaken, options.newId);
    added.add(id);
    if (id !== raw.id)
      repairs.push({
        toolCallId: id,
        repair: raw.id === null || raw.id === "" ? "missing_id" : "duplicate_id",
        before: raw.id ?? "",
      });
    const name = validName(raw.name);
    const read = readArguments(raw.arguments);
    if (read.ok && read.repair !== null)
      repairs.push({ toolCallId: id, repair: read.repair, before: raw.arguments });
    const text = read.ok ? read.text : placeholderArguments(raw.arguments);
    const original = {
      ...(id === raw.id ? {} : { id: raw.id ?? "" }),
      ...(raw.isThroughUseTool ? { name: USE_TOOL } : name === raw.name ? {} : { name: raw.name }),
      ...(text === raw.arguments ? {} : { arguments: raw.arguments }),
    };
    const cut = options.finishReason === "length" && index === received.length - 1;
    const problem = cut
      ? CUT_OFF
      : read.ok
        ? checkCall(raw.name, read.value, options.tools)
        : { kind: read.kind, message: `${read.message} ${callAdvice(raw.name, options.tools)}` };
    return {
      id,
      name,
      arguments: text,
      ...(Object.keys(original).length > 0 ? { received: original } : {}),
      ...(problem === null ? {} : { problem }),
    };
  });
  return { calls, repairs };
}

const CUT_OFF: NonNullable<ToolCall["problem"]> = {
  kind: "cut",
  message: rejectedCallsPrompt.cut,
};

function uniqueId(raw: string | null, isTaken: (id: string) => boolean, newId: () => string): string {
  if (raw === null || raw === "") return `call_${newId()}`;
  if (!isTaken(raw)) return raw;
  let count = 2;
  while (isTaken(`${raw}_${count}`)) count += 1;
  return `${raw}_${count}`;
}

function validName(raw: string): string {
  const name = raw.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
  return name === "" ? "unnamed_tool" : name;
}

function checkCall(name: string, value: unknown, tools: ToolSet): ToolCall["problem"] | null {
  const tool = tools.find(name);
  if (tool === undefined)
    return {
      kind: "unknown_tool",
      message: fillPrompt(rejectedCallsPrompt.unknown, { name, advice: callAdvice(name, tools) }),
    };
  const parsed = tool.input.safeParse(value);
  return parsed.success
    ? null
    : {
        kind: "schema",
        message: fillPrompt(rejectedCallsPrompt.misfit, {
          tool: name,
          problems: describeProblems(parsed.error),
        }),
      };
}

/** Describes up to eight invalid fields by path. */
function describeProblems(error: z.ZodError): string {
  return error.issues
    .slice(0, 8)
    .map((issue) => `${issue.path.length === 0 ? "arguments" : issue.path.join(".")}: ${issue.message}`)
    .join("; ");
}

function callAdvice(name: string, tools: ToolSet): string {
  if (tools.find(name) !== undefined) return fillPrompt(rejectedCallsPrompt.again, { tool: name });
  const names = tools.tools.map((tool) => tool.name);
  const nearest = nearestName(name, names);
  const listed = names.join(", ");
  if (names.length === 0) return rejectedCallsPrompt.none;
  return nearest === undefined
    ? fillPrompt(rejectedCallsPrompt.tools, { tools: listed })
    : fillPrompt(rejectedCallsPrompt.nearest, { nearest, tools: listed });
}
