import { describe, expect, it } from "vitest";
import { messageArguments } from "./message-arguments.ts";
import { MESSAGES } from "./generated/messages.ts";
import { LOCALES } from "./preferences.ts";

function flatten(node: unknown, path: string): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  if (typeof node !== "object" || node === null)
    throw new Error(`${path} is neither a text nor a group of texts`);
  return Object.entries(node).flatMap(([key, value]) => flatten(value, path === "" ? key : `${path}.${key}`));
}

const catalog = (locale: (typeof LOCALES)[number]): Map<string, string> =>
  new Map(flatten(MESSAGES[locale], ""));

describe("message catalog", () => {
  it("has the same keys in every language", () => {
    expect([...catalog("zh").keys()].sort()).toEqual([...catalog("en").keys()].sort());
  });

  it("uses the same arguments in every language", () => {
    const translated = catalog("zh");
    const differing = [...catalog("en")].filter(
      ([key, text]) => messageArguments(text).join() !== messageArguments(translated.get(key) ?? "").join(),
    );
    expect(differing).toEqual([]);
  });

  it.each(LOCALES)("has no empty text (%s)", (locale) => {
    expect([...catalog(locale)].filter(([, text]) => text.trim() === "")).toEqual([]);
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
