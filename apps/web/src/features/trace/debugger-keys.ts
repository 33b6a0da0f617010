import { isSingleSign } from "../../lib/single-keys.ts";
import type { Direction, MarkKind } from "./selection-moves.ts";
import type { CentreView } from "./url-state.ts";

/** What a key asks of the debugger. */
export type KeyAction =
  | { readonly kind: "sequence" | "sibling" | "level" | "hit"; readonly direction: Direction }
  | { readonly kind: "mark"; readonly mark: MarkKind; readonly direction: Direction }
  | { readonly kind: "view"; readonly view: CentreView }
  | {
      readonly kind:
        | "inspect"
        | "expand"
        | "fit"
        | "selection"
        | "follow"
        | "copy"
        | "play"
        | "search"
        | "help"
        | "failing"
        | "why"
        | "chord";
    };

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  ArrowRight: { kind: "sequence", direction: 1 },
  ArrowLeft: { kind: "sequence", direction: -1 },
  ArrowDown: { kind: "sibling", direction: 1 },
  ArrowUp: { kind: "sibling", direction: -1 },
  "]": { kind: "level", direction: 1 },
  "[": { kind: "level", direction: -1 },
  e: { kind: "mark", mark: "error", direction: 1 },
  E: { kind: "mark", mark: "error", direction: -1 },
  l: { kind: "mark", mark: "loop", direction: 1 },
  L: { kind: "mark", mark: "loop", direction: -1 },
  c: { kind: "mark", mark: "compaction", direction: 1 },
  C: { kind: "mark", mark: "compaction", direction: -1 },
  n: { kind: "hit", direction: 1 },
  N: { kind: "hit", direction: -1 },
  Enter: { kind: "inspect" },
  " ": { kind: "expand" },
  f: { kind: "fit" },
  "0": { kind: "selection" },
  ".": { kind: "follow" },
  ",": { kind: "play" },
  y: { kind: "copy" },
  x: { kind: "failing" },
  w: { kind: "why" },
  "/": { kind: "search" },
  "?": { kind: "help" },
  g: { kind: "chord" },
};

/** What follows `g`. */
const VIEWS: Readonly<Record<string, CentreView>> = {
  g: "graph",
  t: "transcript",
  w: "timeline",
  b: "table",
};

export type PressedKey = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "defaultPrevented">;

/** What the meaning of a key depends on. */
export type KeySituation = {
  /** The focus is in a field. */
  readonly typing: boolean;
  /** The focus is on something that Enter and Space press. */
  readonly control: boolean;
  /** `g` was pressed just before. */
  readonly afterChord: boolean;
  /** Whether keys that are a single sign are wanted (D11: they can be switched off). */
  readonly singleKeys: boolean;
};

/** The action of a key (D11), null for keys that mean nothing here or belong to the browser or to someone inside. */
export function keyAction(event: PressedKey, on: KeySituation): KeyAction | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || on.typing) return null;
  // Enter and Space already press the button or link that has the focus.
  if (on.control && (event.key === "Enter" || event.key === " ")) return null;
  if (!on.singleKeys && isSingleSign(event.key)) return null;
  const view = on.afterChord ? VIEWS[event.key] : undefined;
  if (view !== undefined) return { kind: "view", view };
  return ACTIONS[event.key] ?? null;
}
