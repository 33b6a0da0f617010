import type { Clock, Ids } from "../../ports/clock.ts";
import type { ModelClient, ModelOutcome, ModelProfile } from "../../ports/model-client.ts";
import { analyzeFiles } from "./analyze-files.ts";
import { manyCalls } from "./many-calls.ts";
import type { Scenario, ScenarioView, ScriptedAnswer } from "./scenario.ts";
import { wrongWay } from "./wrong-way.ts";
import { parseJson } from "../../parse-json.ts";

/** The reference of the demo model in settings and runs. */
export const SCRIPTED_REFERENCE = "scripted/demo";

/** The available tours, in display order. */
const scenarios: readonly Scenario[] = [analyzeFiles, wrongWay, manyCalls];

const PROFILE: ModelProfile = {
  reference: SCRIPTED_REFERENCE,
  wireName: "scripted-demo",
  contextWindow: 128_000,
  price: null,
  quirks: "default",
  label: "Scripted demo, not an AI model",
  scripted: true,
};

/**
 * Creates the scripted demo model: an implementation of the model port that drives the real runtime with prepared answers. It is stateless:
 * the step is derived from the request, so crash recovery works in the middle of a tour. `pauseMs` is the time between streamed parts, so
 * that a person can follow.
 */
export function createScriptedClient(options: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pauseMs: number;
}): ModelClient {
  return {
    profile: PROFILE,
    attempt: async (request): Promise<ModelOutcome> => {
      const answer = findAnswer(request.body);
      const startedAt = options.clock.monotonic();
      let firstTokenMs: number | null = null;
      try {
        for (const { channel, text } of splitAnswer(answer)) {
          if (options.pauseMs > 0) await options.clock.sleep(options.pauseMs, request.signal);
          firstTokenMs ??= options.clock.monotonic() - startedAt;
          request.onDelta({ channel, text });
        }
        if (options.pauseMs > 0) await options.clock.sleep(options.pauseMs * 4, request.signal);
      } catch {
        const failure = { code: "CANCELLED" as const, message: "Canceled", fix: "" };
        return { ok: false, failure, retry: "no", retryAfterMs: null, streamed: firstTokenMs !== null };
      }
      const calls = answer.calls ?? [];
      return {
        ok: true,
        answer: {
          text: answer.text ?? "",
          reasoning: answer.reasoning ?? "",
          usage: null,
          firstTokenMs,
          finishReason: calls.length > 0 ? "tool_calls" : "stop",
          toolCalls: calls.map((call) => ({
            id: `demo_${options.ids.next()}`,
            name: call.name,
            arguments: JSON.stringify(call.arguments),
          })),
        },
      };
    },
  };
}

type WireMessage = { readonly role?: string; readonly content?: unknown };

function findAnswer(body: string): ScriptedAnswer {
  const messages = wireMessages(body).filter((message) => !isTail(message));
  const turn = messages.findLastIndex((message) => message.role === "user");
  const prompt = messages[turn]?.content;
  const text = typeof prompt === "string" ? prompt : "";
  const since = messages.slice(turn + 1);
  const results = since
    .filter((message) => message.role === "tool")
    .map((message) => String(message.content));
  const view: ScenarioView = { results, lastResult: results.at(-1) ?? "" };
  const step = since.filter((message) => message.role === "assistant").length;
  const scenario = scenarios.find((candidate) => candidate.matches(text));
  if (scenario === undefined) return { text: introduction() };
  return (
    scenario.steps[step]?.(view) ?? { text: "This is the end of the demo. Scripted demo, not an AI model." }
  );
}

function wireMessages(body: string): readonly WireMessage[] {
  const parsed: unknown = parseJson(body);
  if (
    typeof parsed !== "object" ||
    parsed === null ||
    !("messages" in parsed) ||
    !Array.isArray(parsed.messages)
  )
    return [];
  return parsed.messages.filter(
    (message): message is WireMessage => typeof message === "object" && message !== null,
  );
}

function isTail(message: WireMessage): boolean {
  return (
    message.role === "user" &&
    typeof message.content === "string" &&
    message.content.startsWith("<runtime-state>")
  );
}

function introduction(): string {
  const list = scenarios.map((scenario) => `- ${scenario.prompt}`).join("\n");
  return `This is the **scripted demo, not an AI model**: it can't answer freely. It shows the real runtime with prewritten answers. Send one of these:\n\n${list}\n\nTo work with a model, set one up in Settings, Models.`;
}

/** The answer word by word, reasoning first. */
function splitAnswer(
  answer: ScriptedAnswer,
): { readonly channel: "reasoning" | "text"; readonly text: string }[] {
  const words = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];
  return [
    ...words(answer.reasoning ?? "").map((text) => ({ channel: "reasoning" as const, text })),
    ...words(answer.text ?? "").map((text) => ({ channel: "text" as const, text })),
  ];
}
