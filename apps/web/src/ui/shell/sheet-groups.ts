import type { Translate } from "../../lib/commands/command.ts";
import type { BoundGroup } from "../../lib/commands/command-store.ts";
import { keyCaps } from "../../lib/commands/keystroke.ts";

/** One line of the sheet of shortcuts. Each of the keystrokes does the same; one of two presses has two lists of keys. */
export type SheetLine = {
  readonly id: string;
  readonly name: string;
  readonly keystrokes: readonly (readonly (readonly string[])[])[];
};
export type SheetGroup = { readonly title: string; readonly lines: readonly SheetLine[] };

/** Every registered command that has keys, by title: those of the page first. */
export function sheetGroups(
  groups: readonly BoundGroup[],
  translate: Translate,
  onApple: boolean,
): readonly SheetGroup[] {
  const lines = new Map<string, SheetLine[]>();
  const pageFirst = [...groups].sort((a, b) => Number(a.kind !== "page") - Number(b.kind !== "page"));
  for (const { title, commands } of pageFirst) {
    const name = title(translate);
    const added = commands
      .filter(({ keys }) => keys.length > 0)
      .map(({ id, label, keys }) => ({
        id,
        name: label(translate),
        keystrokes: keys.map((keystroke) => keyCaps(keystroke, onApple)),
      }));
    lines.set(name, [...(lines.get(name) ?? []), ...added]);
  }
  return [...lines].map(([title, grouped]) => ({ title, lines: grouped }));
}

/** The groups with the lines that have `text` in their name or are pressed by that key; groups without any are left out. */
export function findLines(groups: readonly SheetGroup[], text: string): readonly SheetGroup[] {
  const wanted = text.trim();
  if (wanted === "") return groups;
  const name = wanted.toLocaleLowerCase();
  const fits = (line: SheetLine): boolean =>
    line.name.toLocaleLowerCase().includes(name) || line.keystrokes.flat(2).includes(wanted);
  return groups
    .map((group) => ({ ...group, lines: group.lines.filter(fits) }))
    .filter((group) => group.lines.length > 0);
}
