import { GoaltraceError, logTools, type ModelClient } from "@goaltrace/core";
import {
  recoverOriginal,
  type ReplayStep,
  replayTranscript,
  shownMessages,
  summaryRequest,
} from "@goaltrace/core/compaction";
import { type View, wireQuirks } from "@goaltrace/core/context";
import { modelsFromEnvironment } from "@goaltrace/core/openai";
import { createSystemClock } from "@goaltrace/core/system";
import { createToolSet } from "@goaltrace/core/tools";
import { createModelClient } from "@goaltrace/host";
import { readEnvironment } from "@goaltrace/host/process";
import { createHttpTransport, nodeHash, readFileBounded } from "@goaltrace/tools";
import { defineCommand } from "citty";
import { compactionReport, reportLines } from "../compaction-report.ts";
import { readTranscript } from "../read-transcript.ts";
import { SUMMARY_TIMEOUT_MS } from "../tunables.ts";
import { parseJson } from "@goaltrace/core/parse-json";

/** `goaltrace compact --in chat.json --window N`: shows how compaction would shorten a transcript, with its ledger. Stores nothing. */
export const compactCommand = defineCommand({
  meta: { name: "compact", description: "Show how compaction would shorten a transcript in OpenAI's format" },
  args: {
    in: {
      type: "string",
      description: "JSON file: an array of messages, or an object with a messages array",
      required: true,
    },
    window: { type: "string", description: "Context window in tokens", required: true },
    model: {
      type: "string",
      description:
        "Model from the environment that writes the summaries (default: built-in summaries without a model)",
    },
    focus: { type: "string", description: "Topic the model's summaries should preserve first" },
    json: {
      type: "boolean",
      description: "Print the report as JSON, with the messages that the model would see as `view`",
    },
    every: {
      type: "string",
      description: "With --json: also the messages after each N messages of the transcript, as `views`",
    },
    recover: {
      type: "string",
      description: "Print only the original behind an id that a view shows",
    },
  },
  async run({ args }) {
    const window = parseWindow(args.window);
    const every = parseEvery(args.every, args.json === true);
    const messages = readTranscript(await readText(args.in));
    const client = args.model === undefined ? null : findModel(args.model);
    // Its tables take longer to load than the help of all commands.
    const { createTokenizer } = await import("@goaltrace/core/tokenizer");
    const tokenizer = createTokenizer();
    const views: ShownView[] = [];
    const last = await replayTranscript(messages, {
      window,
      tokenizer,
      tools: createToolSet(logTools()),
      sha256: (text) => nodeHash.sha256(text),
      summarize: async (view) => await summarize(client, view, args.focus ?? null),
      onMessage: (step, at) => {
        if (at % every === 0) views.push({ at, messages: shownMessages(step) });
      },
    });
    if (args.recover !== undefined) return console.log(recover(last, args.recover));
    const report = compactionReport(last, {
      window,
      messages: messages.length,
      usedModel: client !== null,
      tokenizer,
    });
    if (args.json !== true) return console.log(reportLines(report).join("\n"));
    const shown = { view: shownMessages(last), ...(args.every === undefined ? {} : { views }) };
    console.log(JSON.stringify({ ...report, ...shown }, null, 2));
  },
});

/** Smaller windows leave no room for an answer. Tokens. */
const MIN_WINDOW = 1_000;

function parseWindow(text: string): number {
  const window = Number(text);
  if (Number.isInteger(window) && window >= MIN_WINDOW) return window;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `--window must be a whole number of at least ${MIN_WINDOW}, not "${text}".`,
    fix: "Set the model's context window in tokens, for example --window 32000.",
  });
}

/** The request after `at` messages of the transcript. */
type ShownView = { readonly at: number; readonly messages: readonly unknown[] };

/** Returns after how many messages to show a view; Infinity for never. */
function parseEvery(text: string | undefined, isJson: boolean): number {
  if (text === undefined) return Infinity;
  const every = Number(text);
  if (Number.isInteger(every) && every >= 1 && isJson) return every;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: isJson
      ? `--every must be a whole number of at least 1, not "${text}".`
      : "--every needs --json, because views are part of the JSON report.",
    fix: "Pass for example --json --every 10.",
  });
}

function recover(last: ReplayStep, id: string): string {
  const text = recoverOriginal(last, id);
  if (text !== undefined) return text;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The transcript has nothing with the id "${id}".`,
    fix: 'Use an id from a note such as [spilled … read_result id="…"] in `view` or `views` of --json, with the same window.',
  });
}

/** Longer transcripts than any model has read. */
const MAX_TRANSCRIPT_BYTES = 64 * 1024 * 1024;

async function readText(file: string): Promise<string> {
  const bytes = await readFileBounded(file, MAX_TRANSCRIPT_BYTES).catch((thrown: unknown) => {
    throw unreadable(file, thrown instanceof Error ? thrown.message : String(thrown));
  });
  if (bytes === undefined) throw unreadable(file, `it has more than ${MAX_TRANSCRIPT_BYTES} bytes`);
  return bytes.toString("utf8");
}

function unreadable(file: string, problem: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `Can't read ${file}: ${problem}`,
    fix: "Pass a JSON file with --in.",
  });
}

function findModel(reference: string): ModelClient {
  const models = modelsFromEnvironment(readEnvironment().modelVariables);
  const model = models.find(
    ({ profile }) => profile.reference === reference || profile.wireName === reference,
  );
  if (model !== undefined)
    return createModelClient(model, { clock: createSystemClock(), transport: createHttpTransport() });
  throw new GoaltraceError({
    code: "MODEL_NOT_CONFIGURED",
    message: `Model "${reference}" is not configured in the environment.`,
    fix: `Use one of: ${models.map(({ profile }) => profile.reference).join(", ") || "none; set OPENAI_API_KEY and GOALTRACE_MODEL"}. Without --model, summaries are built without a model.`,
  });
}

/** Requests one summary from the model. An error counts as a failed call, and the built-in summary replaces it. */
async function summarize(client: ModelClient | null, view: View, focus: string | null): Promise<string> {
  if (client === null) throw new Error("No model was specified.");
  const { profile } = client;
  const parameters: unknown = parseJson(wireQuirks(profile.quirks).parameters);
  const outcome = await client.attempt({
    callId: "summary",
    model: profile.wireName,
    body: JSON.stringify({
      model: profile.wireName,
      messages: [{ role: "user", content: summaryRequest(view, focus) }],
      ...(typeof parameters === "object" ? parameters : {}),
    }),
    signal: AbortSignal.timeout(SUMMARY_TIMEOUT_MS),
    onDelta: () => undefined,
  });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.answer.text;
}
