import type { LucideIcon } from "lucide-react";
import type { useTranslations } from "next-intl";

/** Looks a text up by its whole path in the catalogue. */
export type Translate = ReturnType<typeof useTranslations<never>>;

/** A text that is looked up when it is shown: commands are declared once, languages change. */
export type Label = (translate: Translate) => string;

/** Something a person can do by a key, from the palette or from a menu. Nothing among them destroys or approves anything. */
export type Command<Context, Id extends string = string> = {
  /** Unique in the application: `feature.action`. */
  readonly id: Id;
  readonly label: Label;
  /** Beside it in the palette, which has an icon for those without. */
  readonly icon?: LucideIcon;
  /** The ways to press it, as `keystroke.ts` writes them; empty for a command of the palette and menus alone. */
  readonly keys: readonly string[];
  /** Whether it can be done now; always by default. */
  readonly when?: (context: Context) => boolean;
  /** Null when the control that has the focus answers to the keys itself: such a command is only listed. */
  readonly run: ((context: Context) => void) | null;
};

/**
 * Where the keys of a group are heard: `anywhere`, also in fields and dialogs; in the `window` unless somebody types or a dialog or menu is
 * open; or only while the `focus` is inside the element that registered the group.
 */
export type CommandScope = "anywhere" | "window" | "focus";

/** Whose commands a group holds: those of the open page come first everywhere. */
export type CommandKind = "page" | "workspace" | "navigation";

/** Commands that are listed under one title. */
export type CommandGroup<Context, Id extends string = string> = {
  readonly title: Label;
  readonly kind: CommandKind;
  readonly scope: CommandScope;
  readonly commands: readonly Command<Context, Id>[];
};

/** Declares a group and keeps the ids of its commands as a type: `commandGroup<Context>()({ ... })`. */
export function commandGroup<Context>(): <const Id extends string>(
  group: CommandGroup<Context, Id>,
) => CommandGroup<Context, Id> {
  return (group) => group;
}
