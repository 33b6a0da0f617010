import { readFile } from "node:fs/promises";
import {
  createToolSet,
  GoaltraceError,
  logTools,
  type ModelClient,
  replayTranscript,
  summaryRequest,
  type View,
  wireQuirks,
} from "@goaltrace/core";
import { modelsFromEnvironment } from "@goaltrace/core/openai";
import { createSystemClock } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createModelClient } from "@goaltrace/host";
import { readEnvironment } from "@goaltrace/host/process";
import { createHttpTransport, nodeHash } from "@goaltrace/tools";
import { defineCommand } from "citty";
import { compactionReport, reportLines } from "../compaction-report.ts";
import { readTranscript } from "../read-transcript.ts";
import { SUMMARY_TIMEOUT_MS } from "../tunables.ts";

/** `goaltrace compact --in chat.json --window N`: what compaction would make of any transcript, with its ledger. Stores nothing. */
export const compactCommand = defineCommand({
  meta: { name: "compact", description: "Show what compaction makes of a transcript in OpenAI's format" },
  args: {
    in: {
      type: "string",
      description: "JSON file: an array of messages, or an object with messages",
      required: true,
    },
    window: { type: "string", description: "Context window in tokens", required: true },
    model: {
      type: "string",
      description: "Model of the environment that writes the summaries (default: code)",
    },
    focus: { type: "string", description: "What the model's summaries keep above all" },
    json: { type: "boolean", description: "Print the report as JSON" },
  },
  async run({ args }) {
    const window = windowOf(args.window);
    const messages = readTranscript(await textOf(args.in));
    const client = args.model === undefined ? null : modelOf(args.model);
    const tokenizer = createTokenizer();
    const last = await replayTranscript(messages, {
      window,
      tokenizer,
      tools: createToolSet(logTools()),
      sha256: (text) => nodeHash.sha256(text),
      summarize: async (view) => await written(client, view, args.focus ?? null),
    });
    const report = compactionReport(last, {
      window,
      messages: messages.length,
      asked: client !== null,
      tokenizer,
    });
    console.log(args.json === true ? JSON.stringify(report, null, 2) : reportLines(report).join("\n"));
  },
});

/** Below this no request has room for an answer. Tokens. */
const SMALLEST_WINDOW = 1_000;

function windowOf(text: string): number {
  const window = Number(text);
  if (Number.isInteger(window) && window >= SMALLEST_WINDOW) return window;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `--window must be a whole number of at least ${SMALLEST_WINDOW}, not "${text}".`,
    fix: "Give the model's context window in tokens, e.g. --window 32000.",
  });
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: `${file} can't be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      fix: "Name a JSON file with --in.",
    });
  }
}

function modelOf(reference: string): ModelClient {
  const known = modelsFromEnvironment(readEnvironment().modelVariables);
  const found = known.find(
    ({ profile }) => profile.reference === reference || profile.wireName === reference,
  );
  if (found !== undefined)
    return createModelClient(found, { clock: createSystemClock(), transport: createHttpTransport() });
  throw new GoaltraceError({
    code: "MODEL_NOT_CONFIGURED",
    message: `The environment configures no model "${reference}".`,
    fix: `Use one of: ${known.map(({ profile }) => profile.reference).join(", ") || "none; set OPENAI_API_KEY and GOALTRACE_MODEL"}. Without --model code writes the summaries.`,
  });
}

/** Asks for one summary. What it throws counts as a failed call, and code steps in. */
async function written(client: ModelClient | null, view: View, focus: string | null): Promise<string> {
  if (client === null) throw new Error("No model was named.");
  const { profile } = client;
  const parameters: unknown = JSON.parse(wireQuirks(profile.quirks).parameters);
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
