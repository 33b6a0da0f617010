"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useActions, useStateReader, useView } from "../state/debugger-provider.tsx";
import { advancePlayback } from "./playback.ts";
import type { PlaySpeed } from "./playback.ts";

export type Playback = {
  readonly playing: boolean;
  readonly speed: PlaySpeed;
  readonly toggle: () => void;
  readonly stop: () => void;
  readonly setSpeed: (speed: PlaySpeed) => void;
};

/** The update interval while playing. */
const FRAME_MS = 50;

/** Plays the run from the displayed moment to its end, or from the start when the end is displayed. */
export function usePlayback(): Playback {
  const read = useStateReader();
  const { showMoment } = useActions();
  const shown = useView((view) => view.moment);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<PlaySpeed>(4);
  const moment = useRef(shown);
  useEffect(() => {
    moment.current = shown;
  }, [shown]);
  useEffect(() => {
    if (!playing) return;
    let [last, left] = [performance.now(), 0];
    const timer = setInterval(() => {
      const now = performance.now();
      const { entries } = read().log.fullModel;
      const from = moment.current ?? entries[0]?.q ?? 0;
      const next = advancePlayback(entries, from, { elapsedMs: now - last + left, speed });
      last = now;
      left = next.leftMs;
      if (next.done) {
        setPlaying(false);
        showMoment(null);
      } else if (next.moment !== moment.current) {
        moment.current = next.moment;
        showMoment(next.moment);
      }
    }, FRAME_MS);
    return () => {
      clearInterval(timer);
    };
  }, [playing, speed, read, showMoment]);

  const stop = useCallback(() => {
    setPlaying(false);
  }, []);
  const toggle = useCallback(() => {
    if (!playing && moment.current === null) showMoment(read().log.fullModel.entries[0]?.q ?? 0);
    setPlaying(!playing);
  }, [playing, read, showMoment]);
  return useMemo(() => ({ playing, speed, toggle, stop, setSpeed }), [playing, speed, toggle, stop]);
}
