import { describe, expect, it } from "vitest";
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
      conversationId="c"
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
});
