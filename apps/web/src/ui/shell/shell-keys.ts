import { PLACES } from "./places.ts";

/** What a key asks of the workspace, whatever its page. `go` is a path after the workspace's address. */
export type ShellKeyAction =
  | { readonly kind: "keys" | "new" | "search" | "copy" | "undo" | "chord" }
  | { readonly kind: "go"; readonly path: string };

export type ShellKeyPress = Pick<
  KeyboardEvent,
  "key" | "altKey" | "ctrlKey" | "metaKey" | "defaultPrevented"
>;

/** What the meaning of a key depends on. */
export type ShellKeySituation = {
  /** The focus is in a field. */
  readonly typing: boolean;
  /** The focus is in a dialog, a menu or a list to choose from, which have keys of their own. */
  readonly inOverlay: boolean;
  /** `g` was pressed just before. */
  readonly afterChord: boolean;
  /** Whether keys that are a single sign are wanted. */
  readonly singleKeys: boolean;
};

const ACTIONS: ReadonlyMap<string, ShellKeyAction> = new Map<string, ShellKeyAction>([
  ["?", { kind: "keys" }],
  ["c", { kind: "new" }],
  ["/", { kind: "search" }],
  ["y", { kind: "copy" }],
  ["z", { kind: "undo" }],
  ["g", { kind: "chord" }],
]);

/** The action of a key that nothing nearer to the focus took; null for all others. All of them are single signs and can be switched off. */
export function shellKeyAction(press: ShellKeyPress, on: ShellKeySituation): ShellKeyAction | null {
  if (press.defaultPrevented || press.altKey || press.ctrlKey || press.metaKey) return null;
  if (on.typing || on.inOverlay || !on.singleKeys) return null;
  const place = on.afterChord ? PLACES.find(({ key }) => key === press.key) : undefined;
  if (place !== undefined) return { kind: "go", path: place.path };
  return ACTIONS.get(press.key) ?? null;
}
