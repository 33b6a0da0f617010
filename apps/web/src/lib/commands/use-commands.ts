"use client";
import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { bindGroup } from "./bind-group.ts";
import type { CommandGroup } from "./command.ts";
import { registerCommands } from "./command-store.ts";

export type CommandTarget<Context> = {
  /** The target of the commands; null while there is none. */
  readonly context: Context | null;
  /** The element that must contain the focus, for groups of scope `focus` and `area`. */
  readonly element?: RefObject<Element | null>;
};

/** Registers commands while the component is mounted. `groups` must be a constant. */
export function useCommands<Context>(
  groups: readonly CommandGroup<Context>[],
  { context, element }: CommandTarget<Context>,
): void {
  const latest = useRef(context);
  useLayoutEffect(() => {
    latest.current = context;
  });
  // Before the first paint, because the palette registers commands of its own when it opens.
  useLayoutEffect(
    () =>
      registerCommands(
        groups.map((group) =>
          bindGroup(group, {
            context: () => latest.current,
            element: () => element?.current ?? null,
          }),
        ),
      ),
    [groups, element],
  );
}
