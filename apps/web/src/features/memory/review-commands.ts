import { commandGroup } from "../../lib/commands/command.ts";

/** The ways through the entries of a review. */
export type ReviewMoves = { readonly next: () => void; readonly previous: () => void };

/** The decisions about the entry that is open. */
export type ReviewDecisions = {
  readonly approve: () => void;
  readonly edit: () => void;
  readonly reject: () => void;
};

const MOVE = commandGroup<ReviewMoves>()({
  title: (t) => t("memory.review.keys.title"),
  kind: "page",
  scope: "window",
  commands: [
    {
      id: "memory.next",
      label: (t) => t("memory.review.keys.next"),
      keys: ["j"],
      run: (review) => review.next(),
    },
    {
      id: "memory.previous",
      label: (t) => t("memory.review.keys.previous"),
      keys: ["k"],
      run: (review) => review.previous(),
    },
  ],
});

const DECIDE = commandGroup<ReviewDecisions>()({
  title: (t) => t("memory.review.keys.title"),
  kind: "page",
  scope: "focus",
  inPalette: false,
  commands: [
    {
      id: "memory.approve",
      label: (t) => t("memory.review.keys.approve"),
      keys: ["a"],
      run: (entry) => entry.approve(),
    },
    {
      id: "memory.edit",
      label: (t) => t("memory.review.keys.edit"),
      keys: ["e"],
      run: (entry) => entry.edit(),
    },
    {
      id: "memory.reject",
      label: (t) => t("memory.review.keys.reject"),
      keys: ["r"],
      run: (entry) => entry.reject(),
    },
  ],
});

export const MOVE_COMMANDS = [MOVE];
/** Active while the focus is in the review. */
export const DECIDE_COMMANDS = [DECIDE];
