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
  it("takes the words of a quoted person as theirs, whatever case and punctuation the quote has", () => {
    expect(
      judge("Check invoices against the ledger on Mondays.", "CHECK invoices, against the ledger", [PERSON]),
    ).toEqual({ kind: "person", sequence: 3 });
  });

  it("takes what a person says without a quote as theirs when most of its words are", () => {
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

  it("does not trust what nobody said while a page is in view, and attributes it to the run otherwise", () => {
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

  it("recognizes what only a recalled entry or an instruction says", () => {
    const recalled: SeenText = { ...PAGE, origin: "memory" };
    const restated = "Suppliers settle through Northwind escrow within thirty working days.";
    expect(judge(restated, "", [PERSON, recalled])).toEqual({ kind: "memory" });
    expect(judge(restated, "", [PERSON, { ...PAGE, origin: "runtime" }])).toEqual({ kind: "runtime" });
  });
});
