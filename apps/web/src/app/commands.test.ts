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

/** The command groups declarations in one file. */
type Declaration = { readonly file: string; readonly groups: readonly CommandGroup<never>[] };

async function readDeclaration(file: string): Promise<Declaration> {
  const module = (await import(path.join(SOURCES, file))) as Record<string, unknown>;
  const groups = Object.entries(module)
    .filter(([name]) => name.endsWith("_COMMANDS"))
    .flatMap(([, value]) => value as readonly CommandGroup<never>[]);
  return { file, groups };
}

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("-commands.ts") && !path.basename(file).startsWith("use-"))
  .sort();
const declarations = await Promise.all(files.map(readDeclaration));
const groups = [...new Set(declarations.flatMap((declaration) => declaration.groups))];
const commands = groups.flatMap((group) => group.commands);

const translator = (locale: Locale): Translate =>
  createTranslator({
    locale,
    messages: MESSAGES[locale],
    onError: (error) => {
      throw error;
    },
  });

function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Map<string, readonly Item[]> {
  const grouped = new Map<string, readonly Item[]>();
  for (const item of items) grouped.set(toKey(item), [...(grouped.get(toKey(item)) ?? []), item]);
  return grouped;
}

/** Returns conflicting keystrokes of one scope: duplicates, and one that is the prefix of another. */
function findConflicts(scope: readonly CommandGroup<never>[]): readonly string[] {
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

/** Returns the groups with equal precedence: those of one feature's page and scope, and all of the workspace. */
function scopes(): readonly (readonly CommandGroup<never>[])[] {
  const byScope = groupBy(
    declarations.flatMap(({ file, groups: own }) =>
      own.map((group) => ({ feature: path.dirname(file), group })),
    ),
    ({ feature, group }) => (group.kind === "page" ? `${feature} ${group.scope}` : "workspace"),
  );
  return [...byScope.values()].map((members) => [...new Set(members.map(({ group }) => group))]);
}

/** Returns the text of the guide, generated from the declared commands. */
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
    "Press `?` to see the shortcuts of the current page, or `Ctrl K` (`⌘ K`) to run a command by name. Single-character shortcuts are ignored",
    "while you type; you can turn them off in the shortcuts sheet or under Settings. The shortcuts of rows in the list of runs work while the",
    "focus is inside; those of a run also while nothing has the focus. `g then t` means pressing one key after the other.",
    ...tables,
    "",
  ].join("\n");
}

describe("commands", () => {
  it("are declared in every commands file", () => {
    expect(
      declarations.filter((declaration) => declaration.groups.length === 0).map(({ file }) => file),
    ).toEqual([]);
    expect(commands.length).toBeGreaterThan(50);
  });

  it("have unique ids", () => {
    const ids = commands.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("have no conflicting keystrokes within a scope", () => {
    expect(scopes().flatMap(findConflicts)).toEqual([]);
  });

  it.each(LOCALES)("have a label in every language (%s)", (locale) => {
    const translate = translator(locale);
    expect(commands.filter((command) => command.label(translate).trim() === "")).toEqual([]);
  });

  it("match docs/guide/shortcuts.md; update it with `vitest -u`", async () => {
    await expect(guide()).toMatchFileSnapshot(GUIDE);
  });
});

describe("findConflicts", () => {
  it("finds duplicate keystrokes and prefixes", () => {
    const group = (id: string, ...keys: string[]): CommandGroup<never> => ({
      title: () => "",
      kind: "page",
      scope: "window",
      commands: [{ id, label: () => id, keys, run: () => undefined }],
    });
    expect(findConflicts([group("a", "e"), group("b", "E")])).toEqual([]);
    expect(findConflicts([group("a", "e"), group("b", "x", "e")])).toEqual(["e: a, b"]);
    expect(findConflicts([group("a", "g"), group("b", "g t")])).toEqual(["g: a, b"]);
  });
});
