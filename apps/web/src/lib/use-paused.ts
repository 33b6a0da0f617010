"use client";
import { useEffect, useState } from "react";

/** Milliseconds without a change that count as a pause. */
const PAUSE_MS = 300;

/** Returns the value as of the last pause. Callers must pass the same object while its contents are the same. */
export function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setPaused(value);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return paused;
}
