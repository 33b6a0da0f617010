import type { CommandGroup } from "./command.ts";
import type { BoundGroup } from "./command-store.ts";

/** What the commands of a group act on when they are used, which may be long after they were bound. */
export type Binding<Context> = {
  /** Null while there is nothing to act on: the commands are listed, and none can be run. */
  readonly context: () => Context | null;
  readonly element: () => Element | null;
};

/** Binds the commands of a group to what they act on. */
export function bindGroup<Context>(group: CommandGroup<Context>, binding: Binding<Context>): BoundGroup {
  return {
    title: group.title,
    kind: group.kind,
    scope: group.scope,
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
