"use client";
import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
/** The choices since the page was loaded, for windows that deny storage. */
const chosen = new Map<string, boolean>();

/** Returns whether something is on, kept in this browser under `key`, and its setter. On until it has been turned off. */
export function useStoredSwitch(key: string): readonly [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => readSwitch(key),
    () => true,
  );
  const set = useCallback(
    (next: boolean) => {
      chosen.set(key, next);
      writeSwitch(key, next);
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [isOn, set];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function readSwitch(key: string): boolean {
  try {
    return chosen.get(key) ?? window.localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}

function writeSwitch(key: string, isOn: boolean): void {
  try {
    window.localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // A private window may deny storage.
  }
}
