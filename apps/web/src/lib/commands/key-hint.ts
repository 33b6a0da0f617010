import type { CommandGroup } from "./command.ts";
import { keyCaps } from "./keystroke.ts";

/** Returns the first keystroke of a command, to show next to a control with the same action. */
export function keyHint<Context, Id extends string>(
  groups: readonly CommandGroup<Context, Id>[],
  id: NoInfer<Id>,
): string {
  const keystroke =
    groups.flatMap(({ commands }) => commands).find((command) => command.id === id)?.keys[0] ?? "";
  return keyCaps(keystroke, false).flat().join(" ");
}
