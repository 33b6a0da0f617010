"use client";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** The page follows when the hand rests this long, in milliseconds. */
const REST_MS = 80;
/** Between two renderings of the page while the hand moves passes this multiple of the time that one takes, so that few frames are late. */
const COST_FACTOR = 20;
/** The page is never further behind, in milliseconds. */
const LONGEST_MS = 500;

/** A handle that a person may hold: it is where the hand is, and the page follows. */
export type HeldHandle = {
  /** The entry at the hand; null while no one holds the handle. */
  readonly held: number | null;
  readonly hold: (sequence: number) => void;
  /** Lets go: the page follows at once. */
  readonly release: () => void;
};

/**
 * Moves a handle with the hand in each frame, while the page, whose figures all change with the moment, is rendered as often as it can without
 * holding the hand up: the more a rendering takes, the less often, and always when the hand rests.
 * @param shown the moment that the page displays
 * @param show displays another
 */
export function useHeldHandle(shown: number | null, show: (sequence: number) => void): HeldHandle {
  const [held, setHeld] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const clock = useRef({ began: 0, next: 0 });
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useLayoutEffect(() => {
    const { began } = clock.current;
    if (began === 0) return;
    const now = performance.now();
    clock.current = { began: 0, next: now + Math.min(LONGEST_MS, (now - began) * COST_FACTOR) };
  }, [shown]);
  const follow = useCallback(() => {
    clearTimeout(due.current);
    clearTimeout(rest.current);
    due.current = undefined;
    const sequence = wanted.current;
    if (sequence === null) return;
    wanted.current = null;
    clock.current.began = performance.now();
    latest.current(sequence);
  }, []);
  useEffect(
    () => () => {
      clearTimeout(due.current);
      clearTimeout(rest.current);
    },
    [],
  );
  const hold = useCallback(
    (sequence: number) => {
      setHeld(sequence);
      wanted.current = sequence;
      clearTimeout(rest.current);
      rest.current = setTimeout(follow, REST_MS);
      due.current ??= setTimeout(follow, Math.max(0, clock.current.next - performance.now()));
    },
    [follow],
  );
  const release = useCallback(() => {
    follow();
    setHeld(null);
  }, [follow]);
  return { held, hold, release };
}
