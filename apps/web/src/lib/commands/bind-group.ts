import type { CommandGroup } from "./command.ts";
import type { BoundGroup } from "./command-store.ts";

/** The target of a group's commands, resolved when a command runs, which may be long after it was bound. */
export type Binding<Context> = {
  /** Returns null while there is no target: the commands are then listed but cannot run. */
  readonly context: () => Context | null;
  readonly element: () => Element | null;
};

/** Binds the commands of a group to their target. */
export function bindGroup<Context>(group: CommandGroup<Context>, binding: Binding<Context>): BoundGroup {
  return {
    title: group.title,
    kind: group.kind,
    scope: group.scope,
    inPalette: group.inPalette ?? true,
    element: binding.element,
    commands: group.commands.map(({ run, ...command }) => ({
      id: command.id,
      label: command.label,
      icon: command.icon ?? null,
      keys: command.keys,
      when: () => {
        const context = binding.context();
        return context !== null && (command.when?.(context) ?? true);
      },
      run:
        run === null
          ? null
          : () => {
              const context = binding.context();
              if (context !== null) run(context);
            },
    })),
  };
}
