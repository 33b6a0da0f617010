import type { LucideIcon } from "lucide-react";
import type { useTranslations } from "next-intl";

/** Looks up a text by its full path in the message catalog. */
export type Translate = ReturnType<typeof useTranslations<never>>;

/** A text that is translated when it is shown, because commands are declared once and the language can change. */
export type Label = (translate: Translate) => string;

/** An action that a person triggers by a key, from the palette or from a menu. The palette never destroys or approves anything. */
export type Command<Context, Id extends string = string> = {
  /** Unique in the application: `feature.action`. */
  readonly id: Id;
  readonly label: Label;
  /** Shown in the palette, which has a default icon. */
  readonly icon?: LucideIcon;
  /** Alternative keystrokes in the notation of `keystroke.ts`; empty for a command without keys. */
  readonly keys: readonly string[];
  /** Returns whether the command is available. Defaults to always. */
  readonly when?: (context: Context) => boolean;
  /** Null when the focused control handles the keys itself: such a command is only listed. */
  readonly run: ((context: Context) => void) | null;
};

/**
 * Where the keys of a group work: `anywhere`, including fields and dialogs; in the `window` except while typing or while a dialog or menu
 * is open; in the `area` of the element that registered the group, which has them while the focus is inside and while nothing has the focus, as after
 * the focused row has scrolled out of a long list; or only while the `focus` is inside that element, for keys that decide something.
 */
export type CommandScope = "anywhere" | "window" | "area" | "focus";

/** The area that a group belongs to. Commands of the open page take precedence and are listed first. */
export type CommandKind = "page" | "workspace" | "navigation";

/** Commands listed under one title. */
export type CommandGroup<Context, Id extends string = string> = {
  readonly title: Label;
  readonly kind: CommandKind;
  readonly scope: CommandScope;
  /** False for commands that decide something: they work by their keys only. @default true */
  readonly inPalette?: boolean;
  readonly commands: readonly Command<Context, Id>[];
};

/** Declares a group and preserves its command ids in the type: `commandGroup<Context>()({ ... })`. */
export function commandGroup<Context>(): <const Id extends string>(
  group: CommandGroup<Context, Id>,
) => CommandGroup<Context, Id> {
  return (group) => group;
}
