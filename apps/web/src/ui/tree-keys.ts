/** One visible row of a tree, in the order shown. Rows under a closed one are not in the list. */
export type TreeRow = {
  readonly id: string;
  /** 1 for the top. */
  readonly level: number;
  /** Null for a row without children. */
  readonly expanded: boolean | null;
  /** Place among its siblings, from 1, and how many they are. */
  readonly position: number;
  readonly siblings: number;
};

/** What a key asks for. */
export type TreeMove =
  | { readonly kind: "focus"; readonly id: string }
  | { readonly kind: "toggle"; readonly id: string }
  | { readonly kind: "select"; readonly id: string };

/**
 * The keyboard of a tree as in the ARIA pattern: up and down walk, right opens then enters, left closes then leaves,
 * Home and End jump, Enter selects, Space opens and closes. Null when the key means nothing here.
 */
export function treeMove(rows: readonly TreeRow[], focusedId: string | null, key: string): TreeMove | null {
  const index = Math.max(
    0,
    rows.findIndex((row) => row.id === focusedId),
  );
  const row = rows[index];
  if (!row) return null;
  switch (key) {
    case "ArrowDown":
      return focus(rows[index + 1]);
    case "ArrowUp":
      return focus(rows[index - 1]);
    case "Home":
      return focus(rows[0]);
    case "End":
      return focus(rows.at(-1));
    case "ArrowRight":
      if (row.expanded === false) return { kind: "toggle", id: row.id };
      return row.expanded === true ? focus(childOf(rows, index)) : null;
    case "ArrowLeft":
      return row.expanded === true ? { kind: "toggle", id: row.id } : focus(parentOf(rows, index));
    case "Enter":
      return { kind: "select", id: row.id };
    case " ":
      return row.expanded === null ? { kind: "select", id: row.id } : { kind: "toggle", id: row.id };
    default:
      return null;
  }
}

function focus(row: TreeRow | undefined): TreeMove | null {
  return row ? { kind: "focus", id: row.id } : null;
}

function childOf(rows: readonly TreeRow[], index: number): TreeRow | undefined {
  const next = rows[index + 1];
  return next && next.level > (rows[index]?.level ?? 0) ? next : undefined;
}

function parentOf(rows: readonly TreeRow[], index: number): TreeRow | undefined {
  const level = rows[index]?.level ?? 0;
  return rows.slice(0, index).findLast((row) => row.level < level);
}
