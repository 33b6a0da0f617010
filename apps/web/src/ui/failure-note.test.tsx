import { describe, expect, it } from "vitest";
import { MESSAGES } from "../lib/generated/messages.ts";
import { FailureNote } from "./failure-note.tsx";
import { renderMarkup } from "./testing/render-markup.tsx";

/** A browser's error for an aborted request. */
const NO_RESPONSE = new Error("signal is aborted without reason");

function renderNote(language: "en" | "zh", error: unknown, call: "load" | "change"): string {
  return renderMarkup(<FailureNote error={error} call={call} />, language);
}

describe("FailureNote", () => {
  it.each(["en", "zh"] as const)("explains a missing response and how to proceed (%s)", (language) => {
    const { notLoaded, notLoadedFix, noAnswer, noAnswerFix } = MESSAGES[language].errors;
    expect(renderNote(language, NO_RESPONSE, "load")).toContain(notLoaded);
    expect(renderNote(language, NO_RESPONSE, "load")).toContain(notLoadedFix);
    expect(renderNote(language, NO_RESPONSE, "change")).toContain(noAnswer);
    expect(renderNote(language, NO_RESPONSE, "change")).toContain(noAnswerFix);
    expect(renderNote(language, NO_RESPONSE, "load")).not.toContain(NO_RESPONSE.message);
  });

  it("shows the server's message unchanged", () => {
    const failure = { code: "RATE_LIMITED", message: "Too many.", fix: "Wait." };
    const markup = renderNote("en", Object.assign(new Error("x"), { data: { failure } }), "load");
    expect(markup).toContain("Too many.");
    expect(markup).toContain("Wait.");
  });
});
