import type { ViewState } from "../state/url-state.ts";

/** The edges and goals that a jump opened, to be closed by the next jump. */
export type Revealed = { readonly opened: readonly string[]; readonly unfolded: readonly string[] };

export const NOTHING_REVEALED: Revealed = { opened: [], unfolded: [] };

/**
 * Opens as little as possible to make an entry of a goal visible, after closing what the previous jump opened. A null target only
 * closes.
 */
export function reveal(
  view: Pick<ViewState, "open" | "folded">,
  before: Revealed,
  target: { readonly goalId: string; readonly above: readonly string[] } | null,
): { readonly open: readonly string[]; readonly folded: readonly string[]; readonly revealed: Revealed } {
  const open = view.open.filter((id) => !before.opened.includes(id));
  const folded = [...new Set([...view.folded, ...before.unfolded])];
  if (target === null) return { open, folded, revealed: NOTHING_REVEALED };
  const opened = open.includes(target.goalId) ? [] : [target.goalId];
  const unfolded = folded.filter((id) => target.above.includes(id));
  return {
    open: [...open, ...opened],
    folded: folded.filter((id) => !unfolded.includes(id)),
    revealed: { opened, unfolded },
  };
}
