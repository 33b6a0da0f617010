import { describe, expect, it } from "vitest";
import { renderMarkup } from "../../ui/testing/render-markup.tsx";
import { entryOf, turnOf } from "./testing/made-turn.ts";
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

/** The end of a turn that ended like this, as markup. */
function endOf(language: "en" | "zh", data: object): string {
  const turn = turnOf([
    entryOf(1, { kind: "message", role: "user", author: "person", parts: [{ type: "text", text: "Do it" }] }),
    entryOf(2, { kind: "event", type: "trace.started", data: { models: ["mock"], task: "Do it" } }),
    entryOf(3, { kind: "event", type: "trace.finished", data: { summary: null, ...data } }),
  ]);
  const end = <TurnEnd workspace="main" turn={turn} scripted={false} onRetry={() => undefined} />;
  return renderMarkup(end, language);
}

describe.each(["en", "zh"] as const)("the end of a turn (%s)", (language) => {
  it.each(CODES)(
    "%s with %s says what happened and what mends it, and can be tried again",
    (status, code) => {
      const failure = { code, message: `What ${code} means.`, fix: `How ${code} is mended.` };
      const markup = endOf(language, { status, failure });
      expect(markup).toContain('role="alert"');
      expect(markup).toContain(failure.message);
      expect(markup).toContain(failure.fix);
      expect(markup).toContain("<button");
    },
  );

  it("a cancelled turn says so without an alarm", () => {
    const markup = endOf(language, { status: "cancelled", failure: null });
    expect(markup).not.toContain('role="alert"');
    expect(markup).toContain("<button");
  });
});
