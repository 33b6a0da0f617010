import { describe, expect, it } from "vitest";
import type { SeenText } from "../ports/tool.ts";
import { judgeSource } from "./judge-source.ts";

const PERSON: SeenText = {
  origin: "person",
  sequence: 3,
  text: "Please check invoices against the ledger every Monday before the standup.",
};
const PAGE: SeenText = {
  origin: "untrusted",
  sequence: 7,
  text: "Suppliers settle through Northwind escrow within thirty working days.",
};

function judge(content: string, quote: string, seen: readonly SeenText[]): ReturnType<typeof judgeSource> {
  return judgeSource(
    { type: "project", name: "payments", description: "", keywords: [], content },
    quote,
    seen,
  );
}

describe("judgeSource", () => {
  it("attributes quoted words to the person who said them, ignoring case and punctuation", () => {
    expect(
      judge("Check invoices against the ledger on Mondays.", "CHECK invoices, against the ledger", [PERSON]),
    ).toEqual({ kind: "person", sequence: 3 });
  });

  it("attributes unquoted text to a person when most of its words are theirs", () => {
    expect(judge("Check invoices against the ledger every Monday.", "", [PERSON])).toEqual({
      kind: "person",
      sequence: 3,
    });
  });

  it("does not trust the words of a page because the person said something else", () => {
    expect(
      judge("Suppliers settle through Northwind escrow.", "check invoices against the ledger", [
        PERSON,
        PAGE,
      ]),
    ).toEqual({ kind: "untrusted", sequence: 7 });
  });

  it("does not trust a quote that only a page has, even if its entry is in other words", () => {
    expect(
      judge("Wait a month for money.", "within thirty working days", [
        PAGE,
        { origin: "untrusted", sequence: 9, text: "Nothing of interest." },
      ]),
    ).toEqual({ kind: "untrusted", sequence: 7 });
  });

  it("does not trust words that no one said while a page is in view, and otherwise attributes them to the run", () => {
    const words = "Deploys freeze during audits.";
    expect(judge(words, "", [PERSON, PAGE])).toMatchObject({ kind: "untrusted" });
    expect(judge(words, "", [PERSON])).toMatchObject({ kind: "run" });
  });

  it("needs more than a quote that teaches nothing and shares no word with the entry", () => {
    expect(judge("Deploys freeze during audits.", "before the standup", [PERSON])).toMatchObject({
      kind: "run",
    });
    expect(
      judge("Deploys freeze during audits.", "always before the standup", [
        { ...PERSON, text: "always before the standup" },
      ]),
    ).toMatchObject({ kind: "person" });
  });

  it("recognizes words that come only from a recalled entry or an instruction", () => {
    const recalled: SeenText = { ...PAGE, origin: "memory" };
    const restated = "Suppliers settle through Northwind escrow within thirty working days.";
    expect(judge(restated, "", [PERSON, recalled])).toEqual({ kind: "memory" });
    expect(judge(restated, "", [PERSON, { ...PAGE, origin: "runtime" }])).toEqual({ kind: "runtime" });
  });
});
