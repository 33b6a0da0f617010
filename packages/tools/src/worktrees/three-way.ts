import type { PathContent } from "../undo/folder-state.ts";

/** A path in the base, as the agent left it, and as it is in the project folder now. Null: nothing. */
export type ThreeWay = {
  readonly base: PathContent | null;
  readonly theirs: PathContent | null;
  readonly now: PathContent | null;
};

/** The decision about a path: nothing to do, one content, two texts to merge with this mode, or a conflict. */
export type Resolution =
  | { readonly kind: "same" }
  | { readonly kind: "take"; readonly result: PathContent | null }
  | { readonly kind: "text"; readonly mode: number }
  | { readonly kind: "conflict" };

/** Decides about a path by contents, kinds and modes. Content and mode are merged apart from each other. */
export function mergePath({ base, theirs, now }: ThreeWay): Resolution {
  if (isSame(theirs, now)) return { kind: "same" };
  if (isSame(base, now)) return { kind: "take", result: theirs };
  if (isSame(base, theirs)) return { kind: "same" };
  if (theirs === null || now === null || theirs.kind !== now.kind) return { kind: "conflict" };
  const mode = mergeValue(base?.mode, theirs.mode, now.mode);
  const sha256 = mergeValue(base?.sha256, theirs.sha256, now.sha256);
  if (mode === undefined) return { kind: "conflict" };
  if (sha256 !== undefined) {
    const result = { kind: now.kind, mode, sha256 };
    return isSame(result, now) ? { kind: "same" } : { kind: "take", result };
  }
  return now.kind === "file" && base?.kind === "file" ? { kind: "text", mode } : { kind: "conflict" };
}

/** Returns the value of the side that changed it; undefined when both did, differently. */
function mergeValue<Value>(base: Value | undefined, theirs: Value, now: Value): Value | undefined {
  if (theirs === now || base === theirs) return now;
  return base === now ? theirs : undefined;
}

function isSame(one: PathContent | null, other: PathContent | null): boolean {
  if (one === null || other === null) return one === other;
  return one.kind === other.kind && one.mode === other.mode && one.sha256 === other.sha256;
}
