/** The pane of the graph inside the row of panels, and the size of this row, in whole pixels. */
export type PanePlace = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly rowWidth: number;
  readonly rowHeight: number;
};

/** Where the pane of the graph was last, so that the server can draw a graph before the browser has measured its pane. */
export const PANE_COOKIE = "graph-pane";

/** The attribute of the row of panels. */
export const PANEL_ROW = "data-panel-row";

/** A pane of a larger screen would only cost work. */
const LARGEST = 5_000;

/** Writes a place as the value of a cookie. */
export function writePanePlace({ left, top, width, height, rowWidth, rowHeight }: PanePlace): string {
  return [left, top, width, height, rowWidth, rowHeight].join(".");
}

/** Returns the place in a cookie; null if it is missing or invalid. */
export function readPanePlace(cookie: string | undefined): PanePlace | null {
  if (cookie === undefined || !/^\d{1,5}(\.\d{1,5}){5}$/.test(cookie)) return null;
  const [left = 0, top = 0, width = 0, height = 0, rowWidth = 0, rowHeight = 0] = cookie
    .split(".")
    .map(Number);
  const place = { left, top, width, height, rowWidth, rowHeight };
  const isInside = left + width <= rowWidth && top + height <= rowHeight;
  return isInside && width > 0 && height > 0 && rowWidth <= LARGEST && rowHeight <= LARGEST ? place : null;
}

/** Whether a pane is between panels of these widths at the left and right ends of the row, and covers neither. */
export function isBetween(
  { left, width, rowWidth }: PanePlace,
  panels: { readonly left: number; readonly right: number },
): boolean {
  return left >= panels.left && left + width <= rowWidth - panels.right;
}

/** Returns the place of a pane in the row of panels around it. */
export function placeOfPane(pane: Element, row: Element): PanePlace {
  const [inner, outer] = [pane.getBoundingClientRect(), row.getBoundingClientRect()];
  return {
    left: Math.round(inner.left - outer.left),
    top: Math.round(inner.top - outer.top),
    width: Math.round(inner.width),
    height: Math.round(inner.height),
    rowWidth: Math.round(outer.width),
    rowHeight: Math.round(outer.height),
  };
}
