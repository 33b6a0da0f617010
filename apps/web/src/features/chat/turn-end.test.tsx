import { describe, expect, it } from "vitest";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { renderMarkup } from "../../ui/testing/render-markup.tsx";
import { buildEntry, buildTurn, buildTurnStart } from "./testing/build-turn.ts";
import { TurnEnd } from "./turn-end.tsx";

const CODES = [
  ["failed", "MODEL_NOT_CONFIGURED"],
  ["failed", "MODEL_REFUSED_KEY"],
  ["failed", "MODEL_NOT_FOUND"],
  ["failed", "MODEL_QUOTA_EXHAUSTED"],
  ["failed", "MODEL_RATE_LIMITED"],
  ["failed", "MODEL_UNAVAILABLE"],
  ["failed", "MODEL_REQUEST_INVALID"],
  ["failed", "MODEL_CONTENT_FILTERED"],
  ["failed", "MODEL_EMPTY_ANSWER"],
  ["failed", "CONTEXT_TOO_LONG"],
  ["failed", "LIMIT_REACHED"],
  ["failed", "DOOM_LOOP"],
  ["failed", "INTERNAL"],
  ["interrupted", "CRASH_LOOP"],
] as const;

/** Returns the markup of a turn's end. */
function renderTurnEnd(language: "en" | "zh", data: object): string {
  const turn = buildTurn([
    ...buildTurnStart("mock"),
    buildEntry(3, { kind: "event", type: "trace.finished", data: { summary: null, ...data } }),
  ]);
  const end = (
    <TurnEnd
      workspace="main"
      turn={turn}
      scripted={false}
      onRetry={() => undefined}
      onErase={() => undefined}
    />
  );
  return renderMarkup(end, language);
}

describe.each(["en", "zh"] as const)("the end of a turn (%s)", (language) => {
  it.each(CODES)("shows the message, the fix and a retry button for %s with %s", (status, code) => {
    const failure = { code, message: `What ${code} means.`, fix: `How to fix ${code}.` };
    const markup = renderTurnEnd(language, { status, failure });
    expect(markup).toContain('role="alert"');
    expect(markup).toContain(failure.message);
    expect(markup).toContain(failure.fix);
    expect(markup).toContain("<button");
  });

  it("reports a canceled turn without an alert", () => {
    const markup = renderTurnEnd(language, { status: "cancelled", failure: null });
    expect(markup).not.toContain('role="alert"');
    expect(markup).toContain("<button");
  });

  it("separates the work of a turn from its waits for people and workers", () => {
    const waiting = (sequence: number, at: number, status: string): ReturnType<typeof buildEntry> =>
      buildEntry(sequence, {
        kind: "event",
        type: "trace.status_changed",
        at,
        data: { status, waitingFor: null },
      });
    const turn = buildTurn([
      ...buildTurnStart("mock"),
      waiting(3, 5_000, "waiting"),
      waiting(4, 65_000, "running"),
      buildEntry(5, {
        ...{ kind: "event", type: "trace.finished", at: 70_000 },
        data: { summary: null, status: "completed", failure: null },
      }),
    ]);
    const end = (
      <TurnEnd workspace="main" turn={turn} scripted={false} onRetry={null} onErase={() => undefined} />
    );
    // A second until it started, then a minute.
    const text = MESSAGES[language].common.length.workedAndWaited;
    expect(renderMarkup(end, language)).toContain(
      text.replace("{worked}", "8.0s").replace("{waited}", "1m 1s"),
    );
  });
});
