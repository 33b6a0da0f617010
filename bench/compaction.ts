import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { replayTranscript, type ReplayStep, type TranscriptMessage } from "@goaltrace/core";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";

const WINDOW = 32_000;
/** A transcript in OpenAI's format (`{messages}`) to measure besides the made one; never part of the project. */
const SESSION = process.env["GOALTRACE_SESSION"];
/** What a provider charges for a cached token, as a share of a fresh one. */
const CACHED_SHARE = 0.1;

/** Keeping long sessions in a window of 32,000 tokens: time per step at several lengths, broken prefixes, tokens against no compaction. */
export const compaction: Benchmark = async ({ quick }) => {
  const figures: Figure[] = [];
  for (const messages of quick ? [100] : [100, 1_000, 10_000]) {
    const { microseconds } = await measure(madeSession(messages));
    figures.push(plainFigure(`compaction and view, per step of ${messages} messages`, "µs", microseconds));
  }
  if (SESSION === undefined || !existsSync(SESSION)) return figures;
  const measured = await measure(sessionOf(SESSION));
  figures.push(
    atMost(
      { what: "broken prefixes per 100 steps, recorded session", unit: "", value: measured.broken },
      6,
      3,
    ),
    plainFigure(
      "cache-weighted input tokens, share of no compaction, recorded session",
      "%",
      measured.share * 100,
    ),
  );
  return figures;
};

type Measured = { readonly microseconds: number; readonly broken: number; readonly share: number };

async function measure(messages: readonly TranscriptMessage[]): Promise<Measured> {
  const tokenizer = createTokenizer();
  let steps = 0;
  let broken = 0;
  let weighted = 0;
  let whole = 0;
  let sent = 0;
  const onStep = ({ view, fixedTokens, compacted }: ReplayStep): void => {
    steps += 1;
    if (compacted) broken += 1;
    const now = fixedTokens + (view.head?.tokens ?? 0) + view.tokens;
    const cached = compacted ? fixedTokens : Math.min(sent, now);
    weighted += cached * CACHED_SHARE + (now - cached);
    whole += fixedTokens + view.logTokens;
    sent = now;
  };
  const startedAt = performance.now();
  await replayTranscript(messages, {
    window: WINDOW,
    tokenizer,
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    summarise: async () => "## 1. Primary request and intent\nGo on.",
    onStep,
  });
  const microseconds = ((performance.now() - startedAt) * 1_000) / Math.max(1, steps);
  const fresh = messages.length === 0 ? 0 : sent * (1 - CACHED_SHARE);
  return { microseconds, broken: (100 * broken) / steps, share: weighted / (whole * CACHED_SHARE + fresh) };
}

function madeSession(messages: number): readonly TranscriptMessage[] {
  const result = "value = 1234; // a line of some file\n".repeat(30);
  const turns = Array.from({ length: Math.floor(messages / 2) }, (_, turn): readonly TranscriptMessage[] => {
    const call = { id: `c${turn}`, function: { name: "read_file", arguments: `{"path":"src/${turn}.ts"}` } };
    return [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: call.id, content: `${turn}\n${result}` },
    ];
  });
  return [{ role: "user", content: "Read everything." }, ...turns.flat()];
}

function sessionOf(file: string): readonly TranscriptMessage[] {
  const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
  const isSession =
    typeof parsed === "object" && parsed !== null && "messages" in parsed && Array.isArray(parsed.messages);
  return isSession ? (parsed.messages as readonly TranscriptMessage[]) : [];
}
