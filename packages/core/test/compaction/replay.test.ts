import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { TranscriptMessage } from "../../src/compaction/transcript-entries.ts";
import { longSessions } from "../../src/testing/long-sessions.ts";
import { trackState } from "../../src/testing/track-state.ts";
import { IS_SOAK } from "../../src/testing/soak.ts";
import { noViolations } from "../../src/testing/check-view.ts";
import { measureSession, type Session } from "./measure-session.ts";
import { chatSession, codingSession, parallelSession } from "./sessions.ts";
import { summarizers } from "../../src/testing/summarizers.ts";

/** A folder of recorded sessions, read in place and never part of the project. */
const DATA = process.env["GOALTRACE_DATA"];
const recorded = `${DATA ?? ""}/memory/long-session-tau.json`;

/** Realistic sessions, and generated ones with the largest steps. */
const usual: readonly (readonly [string, Session])[] = [
  ...Object.entries(longSessions).map(([name, make]) => [name, { messages: make(), trackState }] as const),
  ["chat", { messages: chatSession(260) }],
  ...(existsSync(recorded)
    ? [["recorded", JSON.parse(readFileSync(recorded, "utf8")) as { messages: TranscriptMessage[] }] as const]
    : []),
];
/** Steps of the coding session, and steps of four calls each. More in soak: the time of a replay grows with the square of its length. */
const [CODING, LONG] = IS_SOAK ? [260, 200] : [160, 80];
const heavy: readonly (readonly [string, Session])[] = [
  ["coding", { messages: codingSession(CODING) }],
  ["parallel", { messages: parallelSession(60) }],
  ["long parallel", { messages: parallelSession(LONG) }],
];

const KINDS = Object.keys(summarizers);

/** All summarizers in soak; otherwise one for each combination, so that each meets every window and half of the sessions. */
function kindsFor(combination: number): readonly string[] {
  return IS_SOAK ? KINDS : KINDS.filter((_, index) => (index + combination) % KINDS.length === 0);
}

for (const [position, [name, session]] of [...usual, ...heavy].entries())
  for (const [column, window] of [16_000, 32_000, 64_000].entries())
    it.each(kindsFor(position + column))(
      `keeps ${name} in ${window} tokens with a summarizer that is %s, breaking no law and rarely the cache`,
      async (kind) => {
        const figures = await measureSession(session, {
          window,
          summarise: async (view) => (await summarizers[kind]?.(view)) ?? "",
        });
        expect(
          Object.fromEntries(
            Object.entries(figures.violations).map(([law, list]) => [law, list.slice(0, 3)]),
          ),
        ).toEqual(noViolations());
        if (window < 32_000) return;
        expect(figures.distance ?? 1_000).toBeGreaterThanOrEqual(10);
        // Long results fill the window sooner; then each change of its front is worth a third of it.
        expect(figures.invalidations).toBeLessThanOrEqual(Math.max(3, figures.windowsFilled * 3));
      },
    );
