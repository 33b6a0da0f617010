import type { Translate } from "../../lib/commands/command.ts";
import type { BoundGroup } from "../../lib/commands/command-store.ts";
import { keyCaps } from "../../lib/commands/keystroke.ts";

/** One line of the shortcuts sheet. `keystrokes` are alternatives; each has one list of keys per press. */
export type SheetLine = {
  readonly id: string;
  readonly name: string;
  readonly keystrokes: readonly (readonly (readonly string[])[])[];
};
export type SheetGroup = { readonly title: string; readonly lines: readonly SheetLine[] };

/** Groups all registered commands with keys by title, those of the page first. */
export function sheetGroups(
  groups: readonly BoundGroup[],
  translate: Translate,
  isApple: boolean,
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
        keystrokes: keys.map((keystroke) => keyCaps(keystroke, isApple)),
      }));
    lines.set(name, [...(lines.get(name) ?? []), ...added]);
  }
  return [...lines].map(([title, grouped]) => ({ title, lines: grouped }));
}

/** Filters the groups to lines whose name contains `text` or whose key equals it. Drops empty groups. */
export function findLines(groups: readonly SheetGroup[], text: string): readonly SheetGroup[] {
  const query = text.trim();
  if (query === "") return groups;
  const name = query.toLocaleLowerCase();
  const matches = (line: SheetLine): boolean =>
    line.name.toLocaleLowerCase().includes(name) || line.keystrokes.flat(2).includes(query);
  return groups
    .map((group) => ({ ...group, lines: group.lines.filter(matches) }))
    .filter((group) => group.lines.length > 0);
}
