import { describeAssistant } from "../../log/describe.ts";
import type { ToolCall } from "../../log/message.ts";
import { parseJson } from "../../parse-json.ts";
import { acceptCalls } from "../model/accept-calls.ts";
import type { RunContext } from "../run-context.ts";
import type { StartCallsAction } from "../strategy.ts";
import { referencedNames, resolveReferences } from "./references.ts";

/**
 * Stages calls that a strategy planned as a message of the model that planned them, so that permission, results, crashes and views treat them
 * like any other call. It uses no tokens and costs nothing: the planning call has paid for it.
 */
export async function startCalls(context: RunContext, action: StartCallsAction): Promise<void> {
  const { writer, state, environment, models } = context;
  const values = await loadValues(context, action);
  const received = action.calls.map((call) => ({
    ...{ id: call.id, name: call.tool },
    arguments: JSON.stringify(resolveReferences(parseJson(call.arguments), values)),
  }));
  const { calls } = acceptCalls(received, {
    tools: environment.tools,
    finishReason: "tool_calls",
    knownIds: state.callIds,
    newId: () => context.ports.ids.next().replaceAll("-", ""),
  });
  const toolCalls: readonly ToolCall[] = calls;
  const { reference = "", price = null } = models.clients[0]?.profile ?? {};
  writer.stage({
    ...{ kind: "message", role: "assistant", goalId: state.goals.focusId, callId: action.callId },
    ...{ text: "", reasoning: "", toolCalls, finishReason: "tool_calls" },
    model: reference,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: false },
    ...{ cost: price === null ? null : 0, durationMs: 0, firstTokenMs: null },
    description: describeAssistant({ text: "", reasoning: "", toolCalls }),
  });
  await writer.flush();
}

/** The texts of the values that the calls refer to, by name. */
async function loadValues(
  { state, history, ports, trace }: RunContext,
  { calls }: StartCallsAction,
): Promise<ReadonlyMap<string, string>> {
  const names = new Set(calls.flatMap((call) => referencedNames(parseJson(call.arguments))));
  const wanted = [...names].flatMap((name) => state.planning.values.get(name) ?? []);
  const missing = wanted.filter(({ blob }) => history.blobText(blob) === undefined).map(({ blob }) => blob);
  if (missing.length > 0)
    for (const blob of await ports.blobs.getMany(trace, missing))
      history.rememberBlob(blob.sha256, blob.text);
  return new Map(
    wanted.flatMap(({ name, blob }) => {
      const text = history.blobText(blob);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}
