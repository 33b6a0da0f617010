import { describe, expect, it } from "vitest";
import { messageArguments } from "./message-arguments.ts";
import { MESSAGES } from "./generated/messages.ts";
import { LOCALES } from "./preferences.ts";

function flatten(node: unknown, path: string): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  if (typeof node !== "object" || node === null)
    throw new Error(`${path} is neither text nor a group of texts`);
  return Object.entries(node).flatMap(([key, value]) => flatten(value, path === "" ? key : `${path}.${key}`));
}

const catalogue = (locale: (typeof LOCALES)[number]): Map<string, string> =>
  new Map(flatten(MESSAGES[locale], ""));

describe("message catalogue", () => {
  it("has the same keys in every language", () => {
    expect([...catalogue("zh").keys()].sort()).toEqual([...catalogue("en").keys()].sort());
  });

  it("takes the same arguments in every language", () => {
    const translated = catalogue("zh");
    const differing = [...catalogue("en")].filter(
      ([key, text]) => messageArguments(text).join() !== messageArguments(translated.get(key) ?? "").join(),
    );
    expect(differing).toEqual([]);
  });

  it.each(LOCALES)("leaves no text empty (%s)", (locale) => {
    expect([...catalogue(locale)].filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});

describe("messageArguments", () => {
  it("finds arguments inside branches and skips quoted braces", () => {
    expect(
      messageArguments(
        "{count, plural, one {# run of {name}} other {# runs}} '{literal}' it''s {at, date, short}",
      ),
    ).toEqual(["at:date", "count:plural", "name:"]);
    expect(messageArguments("{kind, select, chat {Chat} other {Trace}}")).toEqual(["kind:select"]);
    expect(() => messageArguments("{broken")).toThrow();
    expect(() => messageArguments("broken}")).toThrow();
  });
});
