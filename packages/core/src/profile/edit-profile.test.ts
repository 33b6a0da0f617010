import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editProfile, fitProfile, profileLength, readSections, writeSections } from "./edit-profile.ts";

const TEXT = "## Now\n- One\n- Two\n\n## Later\n- Three";
const edited = (edit: Parameters<typeof editProfile>[1], budget = 1_000, text = TEXT): unknown =>
  editProfile(text, edit, budget);

describe("editProfile", () => {
  it("adds below the text of a section, or a section at the end", () => {
    expect(edited({ kind: "add", section: "Now", content: "- More" })).toMatchObject({
      text: "## Now\n- One\n- Two\n- More\n\n## Later\n- Three",
    });
    expect(edited({ kind: "add", section: "New", content: "x" })).toMatchObject({
      text: `${TEXT}\n\n## New\nx`,
    });
    expect(edited({ kind: "add", section: "New", content: "x" }, 99, "")).toMatchObject({
      text: "## New\nx",
    });
  });

  it("replaces one text of one section exactly", () => {
    expect(edited({ kind: "replace", section: "Now", old: "- Two", new: "- Zwei" })).toMatchObject({
      text: "## Now\n- One\n- Zwei\n\n## Later\n- Three",
    });
    expect(edited({ kind: "replace", section: "Now", old: "Three", new: "x" })).toMatchObject({
      problem: "no_text",
    });
    expect(edited({ kind: "replace", section: "Now", old: "-", new: "x" })).toMatchObject({
      problem: "many_texts",
    });
    expect(edited({ kind: "replace", section: "now", old: "One", new: "x" })).toMatchObject({
      problem: "no_section",
    });
    expect(edited({ kind: "replace", section: "Now", old: "", new: "x" })).toMatchObject({
      problem: "no_text",
    });
  });

  it("removes a section whole, and refuses one that is missing", () => {
    expect(edited({ kind: "remove", section: "Now" })).toMatchObject({ text: "## Later\n- Three" });
    expect(edited({ kind: "remove", section: "Never" })).toEqual({ ok: false, problem: "no_section" });
    expect(edited({ kind: "add", section: "Now", content: " \n" })).toEqual({ ok: false, problem: "empty" });
  });

  it("keeps content from beginning a section", () => {
    expect(edited({ kind: "add", section: "Now", content: "## Later\nOverwritten" }, 99, "")).toMatchObject({
      text: "## Now\n### Later\nOverwritten",
    });
  });

  it.each([
    ["English", "a"],
    ["Chinese", "记"],
    ["emoji", "😀"],
  ])("fills the budget exactly, and trims one character beyond it, in %s", (_language, character) => {
    const title = "## A\n";
    const fits = character.repeat(100 - title.length);
    expect(editProfile("", { kind: "add", section: "A", content: fits }, 100)).toEqual({
      ...{ ok: true, text: `${title}${fits}`, trimmed: null },
    });
    expect(editProfile("", { kind: "add", section: "A", content: `${fits}${character}` }, 100)).toEqual({
      ...{ ok: true, text: `${title}${fits}`, trimmed: { section: "A", text: character } },
    });
  });

  it("trims the end of the file, whichever section grows, and names that section", () => {
    const result = editProfile(TEXT, { kind: "add", section: "Now", content: "- A new line" }, TEXT.length);
    expect(result).toMatchObject({ trimmed: { section: "Later" } });
    expect(result.ok && result.text).toContain("- A new line");
  });
});

describe("laws of profile files", () => {
  const title = fc.stringMatching(/^[A-Za-z记忆]{1,9}$/u);
  const body = fc.stringMatching(/^[a-z记\n -]{0,40}$/u);

  it("reads the sections that it writes", () => {
    const section = fc.record({ title, text: body.map((text) => text.trim()) });
    fc.assert(
      fc.property(fc.array(section), (sections) => {
        expect(readSections(writeSections(sections))).toEqual(sections);
      }),
    );
  });

  it("stays within the budget and loses nothing: kept and trimmed text have every word", () => {
    fc.assert(
      fc.property(
        fc.string(),
        title,
        body,
        fc.integer({ min: 1, max: 60 }),
        (text, section, content, budget) => {
          const whole = editProfile(text, { kind: "add", section, content }, Infinity);
          const result = editProfile(text, { kind: "add", section, content }, budget);
          if (!result.ok || !whole.ok) return;
          expect(profileLength(result.text)).toBeLessThanOrEqual(budget);
          const joined = `${result.text}${result.trimmed?.text ?? ""}`.replace(/\s/gu, "");
          expect(joined).toBe(whole.text.replace(/\s/gu, ""));
        },
      ),
    );
  });

  it("leaves a text that fits as it is", () => {
    expect(fitProfile(TEXT, TEXT.length)).toEqual({ text: TEXT, trimmed: null });
  });
});
