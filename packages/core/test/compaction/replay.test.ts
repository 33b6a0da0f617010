import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { TranscriptMessage } from "../../src/compaction/transcript-entries.ts";
import { longSessions } from "../../src/testing/long-sessions.ts";
import { trackState } from "../../src/testing/track-state.ts";
import { noViolations } from "../../src/testing/check-view.ts";
import { measureSession, type Session } from "./measure-session.ts";
import { chatSession, codingSession, parallelSession } from "./sessions.ts";
import { summarizers } from "./summarizers.ts";

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
const heavy: readonly (readonly [string, Session])[] = [
  ["coding", { messages: codingSession(260) }],
  ["parallel", { messages: parallelSession(60) }],
  ["long parallel", { messages: parallelSession(200) }],
];

for (const [name, session] of [...usual, ...heavy])
  for (const window of [16_000, 32_000, 64_000])
    it.each(Object.keys(summarizers))(
      `keeps ${name} in ${window} tokens with a summarizer that is %s, breaking no law and rarely the cache`,
      { timeout: 60_000 },
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
        expect(figures.invalidations).toBeLessThanOrEqual(3);
      },
    );
