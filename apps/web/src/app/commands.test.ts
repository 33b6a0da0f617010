import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import type { CommandGroup, Translate } from "../lib/commands/command.ts";
import { keyCaps } from "../lib/commands/keystroke.ts";
import { MESSAGES } from "../lib/generated/messages.ts";
import { LOCALES } from "../lib/preferences.ts";
import type { Locale } from "../lib/preferences.ts";

const SOURCES = fileURLToPath(new URL("..", import.meta.url));
const GUIDE = fileURLToPath(new URL("../../../../docs/guide/shortcuts.md", import.meta.url));

/** What the file of a feature declares. */
type Declared = { readonly file: string; readonly groups: readonly CommandGroup<never>[] };

async function readDeclared(file: string): Promise<Declared> {
  const module = (await import(path.join(SOURCES, file))) as Record<string, unknown>;
  const groups = Object.entries(module)
    .filter(([name]) => name.endsWith("_COMMANDS"))
    .flatMap(([, value]) => value as readonly CommandGroup<never>[]);
  return { file, groups };
}

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("-commands.ts") && !path.basename(file).startsWith("use-"))
  .sort();
const declared = await Promise.all(files.map(readDeclared));
const groups = [...new Set(declared.flatMap((one) => one.groups))];
const commands = groups.flatMap((group) => group.commands);

const translator = (locale: Locale): Translate =>
  createTranslator({
    locale,
    messages: MESSAGES[locale],
    onError: (error) => {
      throw error;
    },
  });

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, readonly Item[]> {
  const grouped = new Map<string, readonly Item[]>();
  for (const item of items) grouped.set(keyOf(item), [...(grouped.get(keyOf(item)) ?? []), item]);
  return grouped;
}

/** Keystrokes of one scope that cannot both be reached: the same one twice, or one that begins another. */
function conflictsIn(scope: readonly CommandGroup<never>[]): readonly string[] {
  const bound = scope
    .flatMap((group) => group.commands)
    .filter(({ run }) => run !== null)
    .flatMap(({ id, keys }) => keys.map((keystroke) => ({ id, keystroke })));
  return bound.flatMap(({ id, keystroke }, index) =>
    bound
      .slice(index + 1)
      .filter(
        (other) =>
          `${other.keystroke} `.startsWith(`${keystroke} `) ||
          `${keystroke} `.startsWith(`${other.keystroke} `),
      )
      .map((other) => `${keystroke}: ${id}, ${other.id}`),
  );
}

/** Groups whose keys are heard with the same precedence: those of one feature's page and scope, and those of the workspace together. */
function scopes(): readonly (readonly CommandGroup<never>[])[] {
  const byScope = groupBy(
    declared.flatMap(({ file, groups: own }) => own.map((group) => ({ feature: path.dirname(file), group }))),
    ({ feature, group }) => (group.kind === "page" ? `${feature} ${group.scope}` : "workspace"),
  );
  return [...byScope.values()].map((members) => [...new Set(members.map(({ group }) => group))]);
}

/** The guide's tables, written from the declared commands. */
function guide(): string {
  const translate = translator("en");
  const keys = (keystrokes: readonly string[]): string =>
    keystrokes
      .map((keystroke) =>
        keyCaps(keystroke, false)
          .map((press) => press.join(" "))
          .join(" then "),
      )
      .join(" or ");
  const pagesLast = [...groups].sort((a, b) => Number(a.kind === "page") - Number(b.kind === "page"));
  const titles = groupBy(pagesLast, (group) => group.title(translate));
  const tables = [...titles].flatMap(([title, members]) => {
    const lines = members.flatMap((group) => group.commands).filter((command) => command.keys.length > 0);
    if (lines.length === 0) return [];
    return [
      ["", `## ${title}`, "", "| key | does |", "| --- | --- |"].join("\n"),
      ...lines.map((command) => `| ${keys(command.keys)} | ${command.label(translate)} |`),
    ];
  });
  return [
    "# Shortcuts",
    "",
    "`?` shows the shortcuts of the page at hand; `Ctrl K` (`⌘ K`) runs any of them by its name. Shortcuts of a single letter or sign pause",
    "while you type and can be switched off there or under Settings. Those of a run and of the rows in the list of runs work while the focus",
    "is in them. `g then t` means one after the other.",
    ...tables,
    "",
  ].join("\n");
}

describe("commands", () => {
  it("are declared in every feature that has keys", () => {
    expect(declared.filter((one) => one.groups.length === 0).map(({ file }) => file)).toEqual([]);
    expect(commands.length).toBeGreaterThan(50);
  });

  it("have an id of their own", () => {
    const ids = commands.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("do not share a keystroke within one scope", () => {
    expect(scopes().flatMap(conflictsIn)).toEqual([]);
  });

  it.each(LOCALES)("have a label in every language (%s)", (locale) => {
    const translate = translator(locale);
    expect(commands.filter((command) => command.label(translate).trim() === "")).toEqual([]);
  });

  it("are listed in docs/guide/shortcuts.md; `vitest -u` writes it", async () => {
    await expect(guide()).toMatchFileSnapshot(GUIDE);
  });
});

describe("conflictsIn", () => {
  it("finds the same keystroke twice and one that begins another", () => {
    const group = (id: string, ...keys: string[]): CommandGroup<never> => ({
      title: () => "",
      kind: "page",
      scope: "window",
      commands: [{ id, label: () => id, keys, run: () => undefined }],
    });
    expect(conflictsIn([group("a", "e"), group("b", "E")])).toEqual([]);
    expect(conflictsIn([group("a", "e"), group("b", "x", "e")])).toEqual(["e: a, b"]);
    expect(conflictsIn([group("a", "g"), group("b", "g t")])).toEqual(["g: a, b"]);
  });
});
