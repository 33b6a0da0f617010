import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { TranscriptMessage } from "@goaltrace/core/compaction";
import { longSessions } from "../packages/core/src/testing/long-sessions.ts";
import type { Benchmark } from "./benchmark.ts";
import { measureCosts, type Policy, type SessionCosts, measureStepTimes } from "./compaction-costs.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";

const WINDOW = 32_000;
const WINDOWS = [16_000, 32_000, 64_000];
/** Windows from this size on aim for at most three broken prefixes per 100 steps. */
const STATED_WINDOW = 32_000;
const OTHERS: readonly Policy[] = ["summary only", "clear each step"];
/** A recorded session in a data folder, in OpenAI's format (`{messages}`). */
const RECORDED = "memory/long-session-tau.json";

/**
 * Measures how long sessions are kept within a window: time per step at several lengths; and over whole sessions in three windows, how
 * often the front of a request changed, whether a law was violated, and the cost of all requests under several policies, as shares of
 * sending everything to a model without a limit.
 */
export const compaction: Benchmark = async ({ quick, dataFolder }) => {
  const figures: Figure[] = [];
  const lates: number[] = [];
  // The first execution in a process is slow.
  await measureStepTimes(generateSession(400), WINDOW);
  for (const messages of quick ? [100] : [100, 1_000, 10_000]) {
    const {
      compaction: keeping,
      assembling,
      late,
    } = await measureStepTimes(generateSession(messages), WINDOW);
    const of = `per step of ${messages} messages`;
    figures.push(
      plainFigure(`view and compaction, ${of}`, "µs", keeping),
      plainFigure(`assembling the request, ${of}`, "µs", assembling),
    );
    lates.push(late);
  }
  const [, medium, long] = lates;
  if (medium !== undefined && long !== undefined)
    figures.push(
      atMost(
        { what: "a late step of 10,000 messages against one of 1,000", unit: "×", value: long / medium },
        1.5,
        1.2,
      ),
    );
  for (const [name, messages] of loadSessions(dataFolder))
    for (const window of WINDOWS) figures.push(...(await sessionFigures(name, messages, window)));
  return figures;
};

async function sessionFigures(
  name: string,
  messages: readonly TranscriptMessage[],
  window: number,
): Promise<readonly Figure[]> {
  const whole = await measureCosts(messages, { policy: "no compaction", window });
  const at = `${name}, ${window / 1_000}k`;
  const ours = await measureCosts(messages, { policy: "ours", window });
  const broken = { what: `${at}: broken prefixes per 100 steps`, unit: "", value: ours.broken };
  const figures = [
    // In a very small window more content must be replaced than three changes allow.
    window < STATED_WINDOW ? plainFigure(broken.what, "", ours.broken) : atMost(broken, 6, 3),
    atMost(
      {
        what: `${at}: broken laws (pairs, state, people, originals, budget)`,
        unit: "",
        value: ours.violations,
      },
      0,
      0,
    ),
    plainFigure(`${at}: summaries`, "", ours.summaries),
    costFigure(at, ours, whole),
  ];
  for (const policy of OTHERS) {
    const costs = await measureCosts(messages, { policy, window });
    figures.push(
      plainFigure(`${at}, ${policy}: broken prefixes per 100 steps`, "", costs.broken),
      costFigure(`${at}, ${policy}`, costs, whole),
    );
  }
  return figures;
}

function costFigure(at: string, costs: SessionCosts, whole: SessionCosts): Figure {
  return plainFigure(
    `${at}: cost with cache, share of no compaction`,
    "%",
    (100 * costs.weighted) / whole.weighted,
  );
}

function loadSessions(
  dataFolder: string | null,
): readonly (readonly [string, readonly TranscriptMessage[]])[] {
  const generated = Object.entries(longSessions).map(([name, make]) => [name, make()] as const);
  const file = path.join(dataFolder ?? "", RECORDED);
  return dataFolder === null || !existsSync(file)
    ? generated
    : [...generated, ["recorded", readSession(file)]];
}

function generateSession(messages: number): readonly TranscriptMessage[] {
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

function readSession(file: string): readonly TranscriptMessage[] {
  const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
  const isSession =
    typeof parsed === "object" && parsed !== null && "messages" in parsed && Array.isArray(parsed.messages);
  return isSession ? (parsed.messages as readonly TranscriptMessage[]) : [];
}
