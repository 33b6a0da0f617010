import type { TranscriptMessage } from "@goaltrace/core/compaction";
import { summarizers } from "../../packages/core/src/testing/summarizers.ts";
import { type ContextPolicy, measureContext } from "./measure.ts";
import type { ContextFigures } from "./meter.ts";

const OTHERS: readonly ContextPolicy[] = ["truncation", "clear each step", "summary only"];
const GOOD = "good";

/** The figures of one session in one window. */
export type MeasuredSession = {
  readonly name: string;
  /** Our policy with a good summarizer. */
  readonly ours: ContextFigures;
  /** Our policy with each other summarizer, by its name; none in a quick measurement. */
  readonly bad: ReadonlyMap<string, ContextFigures>;
  readonly others: ReadonlyMap<string, ContextFigures>;
  readonly truncation: ContextFigures;
  readonly whole: ContextFigures;
};

/** Measures a session in a window with every summarizer and every policy. */
export async function measureSession(
  name: string,
  messages: readonly TranscriptMessage[],
  { window, quick }: { readonly window: number; readonly quick: boolean },
): Promise<MeasuredSession> {
  const measure = async (policy: ContextPolicy, summarizer = GOOD): Promise<ContextFigures> =>
    await measureContext(messages, { policy, window, summarizer });
  const bad = new Map<string, ContextFigures>();
  const others = new Map<string, ContextFigures>();
  const ours = await measure("ours");
  for (const summarizer of quick ? [] : Object.keys(summarizers))
    if (summarizer !== GOOD) bad.set(summarizer, await measure("ours", summarizer));
  for (const policy of OTHERS) others.set(policy, await measure(policy));
  const truncation = others.get("truncation") ?? (await measure("truncation"));
  return { name, ours, bad, others, truncation, whole: await measure("no compaction") };
}
