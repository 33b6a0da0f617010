import { type RefObject, useCallback, useEffect, useState } from "react";

export type RowWindow = {
  /** The index of the first row to mount, and the index after the last one. */
  readonly from: number;
  readonly until: number;
  /** The index of the first row in view, and of the last one. */
  readonly first: number;
  readonly last: number;
  /** Scrolls as little as needed to show a row. */
  readonly scrollTo: (index: number) => void;
};

export type RowWindowOptions = {
  readonly count: number;
  readonly rowHeight: number;
  /** The heights of what covers the rows at the upper and the lower end of the scroller. */
  readonly covered: { readonly top: number; readonly bottom: number };
  /** How many rows to mount beyond each end of the view. */
  readonly ahead: number;
};

/** Returns the rows of equal height that a scroller shows. Costs the same for any number of rows. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, covered, ahead }: RowWindowOptions,
): RowWindow {
  const [view, setView] = useState({ first: 0, shown: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const read = (): void => {
      const first = Math.floor(element.scrollTop / rowHeight);
      const shown = Math.ceil(element.clientHeight / rowHeight);
      setView((before) => (before.first === first && before.shown === shown ? before : { first, shown }));
    };
    read();
    const resized = new ResizeObserver(read);
    resized.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, [scroller, rowHeight]);
  const { top, bottom } = covered;
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (element === null) return;
      const highest = index * rowHeight;
      const lowest = top + highest + rowHeight + bottom - element.clientHeight;
      if (element.scrollTop > highest) element.scrollTop = highest;
      else if (element.scrollTop < lowest) element.scrollTop = lowest;
    },
    [scroller, rowHeight, top, bottom],
  );
  const first = Math.min(view.first, Math.max(0, count - 1));
  const last = Math.min(count - 1, view.first + view.shown);
  return {
    from: Math.max(0, first - ahead),
    until: Math.min(count, last + 1 + ahead),
    first,
    last,
    scrollTo,
  };
}
