/** One visible row of a tree. Rows inside a collapsed row are not in the list. */
export type TreeRow = {
  readonly id: string;
  /** 1 for top-level rows. */
  readonly level: number;
  /** Null for a row without children. */
  readonly expanded: boolean | null;
  /** One-based position among its siblings, and their number. */
  readonly position: number;
  readonly siblings: number;
};

/** The effect of a key. */
export type TreeMove =
  | { readonly kind: "focus"; readonly id: string }
  | { readonly kind: "toggle"; readonly id: string }
  | { readonly kind: "select"; readonly id: string };

/**
 * Implements the keyboard of the ARIA tree pattern: up and down move, right expands and then enters, left collapses and
 * then leaves, Home and End jump, Enter selects, Space toggles. Returns null for other keys.
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
      return row.expanded === true ? focus(firstChild(rows, index)) : null;
    case "ArrowLeft":
      return row.expanded === true ? { kind: "toggle", id: row.id } : focus(parentRow(rows, index));
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

function firstChild(rows: readonly TreeRow[], index: number): TreeRow | undefined {
  const next = rows[index + 1];
  return next && next.level > (rows[index]?.level ?? 0) ? next : undefined;
}

function parentRow(rows: readonly TreeRow[], index: number): TreeRow | undefined {
  const level = rows[index]?.level ?? 0;
  return rows.slice(0, index).findLast((row) => row.level < level);
}
