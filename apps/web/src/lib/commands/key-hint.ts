import type { CommandGroup } from "./command.ts";
import { keyCaps } from "./keystroke.ts";

/** The keys of a command, to be shown beside a control that does the same: the first way to press it. */
export function keyHint<Context, Id extends string>(
  groups: readonly CommandGroup<Context, Id>[],
  id: NoInfer<Id>,
): string {
  const keystroke =
    groups.flatMap(({ commands }) => commands).find((command) => command.id === id)?.keys[0] ?? "";
  return keyCaps(keystroke, false).flat().join(" ");
}
