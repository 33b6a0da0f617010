import { describe, expect, it } from "vitest";
import { MESSAGES } from "../lib/generated/messages.ts";
import { FailureNote } from "./failure-note.tsx";
import { markupOf } from "./testing/markup-of.tsx";

/** What a browser says of a request that was given up. */
const NO_ANSWER = new Error("signal is aborted without reason");

function said(language: "en" | "zh", error: unknown, call: "load" | "change"): string {
  return markupOf(<FailureNote error={error} call={call} />, language);
}

describe("a failed call in words", () => {
  it.each(["en", "zh"] as const)("says what happened and what to do when no answer came (%s)", (language) => {
    const { notLoaded, notLoadedFix, noAnswer, noAnswerFix } = MESSAGES[language].errors;
    expect(said(language, NO_ANSWER, "load")).toContain(notLoaded);
    expect(said(language, NO_ANSWER, "load")).toContain(notLoadedFix);
    expect(said(language, NO_ANSWER, "change")).toContain(noAnswer);
    expect(said(language, NO_ANSWER, "change")).toContain(noAnswerFix);
    expect(said(language, NO_ANSWER, "load")).not.toContain(NO_ANSWER.message);
  });

  it("leaves the words of the server as they are", () => {
    const failure = { code: "RATE_LIMITED", message: "Too many.", fix: "Wait." };
    const markup = said("en", Object.assign(new Error("x"), { data: { failure } }), "load");
    expect(markup).toContain("Too many.");
    expect(markup).toContain("Wait.");
  });
});
