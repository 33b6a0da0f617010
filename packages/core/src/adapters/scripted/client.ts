import type { Clock, Ids } from "../../ports/clock.ts";
import type { ModelClient, ModelOutcome, ModelProfile } from "../../ports/model-client.ts";
import { analyzeFiles } from "./analyze-files.ts";
import { callsAtOnce } from "./calls-at-once.ts";
import { manyCalls } from "./many-calls.ts";
import { planWithDetour } from "./plan-with-detour.ts";
import type { Scenario, ScenarioView, ScriptedAnswer } from "./scenario.ts";
import { readMessages, type WireMessage } from "./read-messages.ts";
import { askedAgain, smallWindow } from "./small-window.ts";
import { teamMembers } from "./team-members.ts";
import { teamOfAgents } from "./team-of-agents.ts";
import { wrongWay } from "./wrong-way.ts";

/** The reference of the demo model in settings and runs. */
export const SCRIPTED_REFERENCE = "scripted/demo";

/** The tours that people start. */
const tours: readonly Scenario[] = [
  ...[planWithDetour, callsAtOnce, teamOfAgents, analyzeFiles, wrongWay, manyCalls, smallWindow],
];
const scenarios: readonly Scenario[] = [...teamMembers, ...tours, askedAgain];

const SUMMARY = "## 8. Current work\nThe scripted tour.\n## 9. Next step\nThe next of its prepared steps.";
const CALL_ID = /^demo_([a-z-]+)_(\d+)_/u;
const PINNED = /<pinned>[^]*?<\/pinned>/gu;
const RUNTIME = /^<(?:runtime-state|runtime-request|context-compacted|memory)/u;

/** In the answers of tools of a run without a project folder. */
const NO_FOLDER = "no project folder";
const NO_FILES = `I stop here: there is ${NO_FOLDER}, so none of my calls could see a file. Start a new conversation and choose a folder there, or add the sample project.\n\nThis answer is prewritten: it comes from the **scripted demo**, not from an AI model. The tools, the plan and the log are real.`;

/** An answer, and the place that its calls carry; null outside a tour. */
type NamedAnswer = { readonly place: Place | null; readonly answer: ScriptedAnswer };

/** The window of the demo in tokens: only the tour of a small window outgrows it; the longest of the others takes a third. */
export const DEMO_WINDOW = 28_000;

const PROFILE: ModelProfile = {
  reference: SCRIPTED_REFERENCE,
  wireName: "scripted-demo",
  contextWindow: DEMO_WINDOW,
  price: null,
  quirks: "default",
  label: "Scripted demo, not an AI model",
  scripted: true,
};

/**
 * Creates the scripted demo model: an implementation of the model port that drives the real runtime with prepared answers. It is stateless:
 * the step is derived from the request, so crash recovery works in the middle of a tour. So that a person can follow, it takes `pauseMs`
 * between streamed parts, and `stageMs` (default 0) for each stage that an answer gives people to see what the run does.
 */
export function createScriptedClient(options: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pauseMs: number;
  readonly stageMs?: number;
}): ModelClient {
  const { stageMs = 0 } = options;
  return {
    profile: PROFILE,
    attempt: async (request): Promise<ModelOutcome> => {
      const { place, answer } = findAnswer(request.body);
      const startedAt = options.clock.monotonic();
      let firstTokenMs: number | null = null;
      try {
        const stayMs = stageMs * (answer.stages ?? 0);
        if (stayMs > 0) await options.clock.sleep(stayMs, request.signal);
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
            id: `demo_${place?.scenario.name}_${place?.step}_${options.ids.next()}`,
            name: call.name,
            arguments: JSON.stringify(call.arguments),
          })),
        },
      };
    },
  };
}

/** The place in a tour: which one, and its next step. */
type Place = { readonly scenario: Scenario; readonly step: number };

function findAnswer(body: string): NamedAnswer {
  const messages = readMessages(body);
  const last = messages.at(-1);
  const tail = last !== undefined && isRuntime(last) ? last.text : "";
  const place = findPlace(messages);
  const view = viewOf(messages, tail);
  const reply = place?.scenario.reply?.(view) ?? null;
  if (place !== null && reply !== null) return { place, answer: reply };
  if (tail.startsWith("<runtime-request>"))
    return { place: null, answer: { text: place?.scenario.summary ?? SUMMARY } };
  if (place === null) return { place, answer: { text: introduction() } };
  // Tours look at files; a tour that continued without any would claim things that it has not seen.
  if (view.results.some((result) => result.includes(NO_FOLDER)))
    return { place: null, answer: { text: NO_FILES } };
  const answer = place.scenario.steps[place.step]?.(view);
  return {
    place,
    answer: answer ?? { text: "This is the end of the demo. Scripted demo, not an AI model." },
  };
}

function viewOf(messages: readonly WireMessage[], tail: string): ScenarioView {
  const results = messages
    .slice(turnStart(messages) + 1)
    .filter(({ role }) => role === "tool")
    .map(({ text }) => text);
  const runtime = messages.filter(isRuntime).map(({ text }) => text);
  const pinned = runtime.flatMap((text) => [...text.matchAll(PINNED)].map((match) => match[0])).join("\n");
  const task = messages[turnStart(messages)]?.text ?? "";
  return { task, tail, results, lastResult: results.at(-1) ?? "", pinned };
}

/**
 * Calls carry the place in their ids, because a summary may have replaced the message that began the tour. Null for a message that begins
 * none.
 */
function findPlace(messages: readonly WireMessage[]): Place | null {
  const turn = turnStart(messages);
  const newest = messages
    .slice(turn + 1)
    .flatMap(({ callIds }) => callIds.slice(-1))
    .at(-1);
  const [, name, step] = newest?.match(CALL_ID) ?? [];
  const current = scenarios.find((scenario) => scenario.name === name);
  if (current !== undefined) return { scenario: current, step: Number(step) + 1 };
  const scenario = scenarios.find((candidate) => candidate.matches(messages[turn]?.text ?? ""));
  return scenario === undefined ? null : { scenario, step: 0 };
}

/** The index of the newest message of a person; -1 if a summary has replaced it. */
function turnStart(messages: readonly WireMessage[]): number {
  return messages.findLastIndex((message) => message.role === "user" && !isRuntime(message));
}

/** A message with the role `user` that the runtime wrote: state, summary, request for a summary, recalled memories. */
function isRuntime({ role, text }: WireMessage): boolean {
  return role === "user" && RUNTIME.test(text);
}

function introduction(): string {
  const list = tours.map((scenario) => `- ${scenario.prompt}`).join("\n");
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
