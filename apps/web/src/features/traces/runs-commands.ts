import { commandGroup } from "../../lib/commands/command.ts";

/** The actions of the row commands, relative to the focused row. */
export type RowActions = {
  readonly move: (to: RowMove) => void;
  /** Moves and selects every row on the way. */
  readonly extend: (to: RowMove) => void;
  readonly choose: () => void;
  readonly chooseUpTo: () => void;
  readonly hasSelection: boolean;
  readonly clear: () => void;
};

export type RowMove = "next" | "previous" | "first" | "last";

const ROWS = commandGroup<RowActions>()({
  title: (t) => t("traces.keys.title"),
  kind: "page",
  scope: "focus",
  commands: [
    {
      id: "runs.next",
      label: (t) => t("traces.keys.next"),
      keys: ["ArrowDown", "j"],
      run: (rows) => rows.move("next"),
    },
    {
      id: "runs.previous",
      label: (t) => t("traces.keys.previous"),
      keys: ["ArrowUp", "k"],
      run: (rows) => rows.move("previous"),
    },
    {
      id: "runs.first",
      label: (t) => t("traces.keys.first"),
      keys: ["Home"],
      run: (rows) => rows.move("first"),
    },
    {
      id: "runs.last",
      label: (t) => t("traces.keys.last"),
      keys: ["End"],
      run: (rows) => rows.move("last"),
    },
    // A row is a link, which handles Enter itself.
    { id: "runs.open", label: (t) => t("traces.keys.open"), keys: ["Enter"], run: null },
    {
      id: "runs.choose",
      label: (t) => t("traces.keys.choose"),
      keys: ["x", "Space"],
      run: (rows) => rows.choose(),
    },
    {
      id: "runs.choose-up-to",
      label: (t) => t("traces.keys.chooseUpTo"),
      keys: ["X", "Shift+Space"],
      run: (rows) => rows.chooseUpTo(),
    },
    {
      id: "runs.extend-next",
      label: (t) => t("traces.keys.extendNext"),
      keys: ["Shift+ArrowDown"],
      run: (rows) => rows.extend("next"),
    },
    {
      id: "runs.extend-previous",
      label: (t) => t("traces.keys.extendPrevious"),
      keys: ["Shift+ArrowUp"],
      run: (rows) => rows.extend("previous"),
    },
    {
      id: "runs.extend-first",
      label: (t) => t("traces.keys.extendFirst"),
      keys: ["Shift+Home"],
      run: (rows) => rows.extend("first"),
    },
    {
      id: "runs.extend-last",
      label: (t) => t("traces.keys.extendLast"),
      keys: ["Shift+End"],
      run: (rows) => rows.extend("last"),
    },
    {
      id: "runs.clear",
      label: (t) => t("traces.keys.clear"),
      keys: ["Escape"],
      when: (rows) => rows.hasSelection,
      run: (rows) => rows.clear(),
    },
  ],
});

/** Active while the focus is in the rows. */
export const ROW_COMMANDS = [ROWS];

/** The actions of the commands for all selected runs. */
export type SelectionActions = { readonly count: number; readonly tag: () => void };

const SELECTION = commandGroup<SelectionActions>()({
  title: (t) => t("traces.keys.title"),
  kind: "page",
  scope: "window",
  commands: [
    {
      id: "runs.tag",
      label: (t) => t("traces.keys.tag"),
      keys: ["t"],
      when: ({ count }) => count > 0,
      run: (selection) => selection.tag(),
    },
  ],
});

export const SELECTION_COMMANDS = [SELECTION];
