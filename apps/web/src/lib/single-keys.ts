"use client";
import { useSyncExternalStore } from "react";
import { rememberPreference, SINGLE_KEYS_COOKIE } from "./preferences.ts";

const listeners = new Set<() => void>();

/** Returns true for character keys except Space. Speech input may trigger them by accident, so shortcuts with them can be turned off. */
export function isCharacterKey(key: string): boolean {
  return key.length === 1 && key !== " ";
}

/** Returns whether single-character shortcuts are on, and the setter. They are on by default (WCAG 2.1.4 requires the switch). */
export function useSingleKeys(): readonly [boolean, (enabled: boolean) => void] {
  const enabled = useSyncExternalStore(subscribe, areEnabled, () => true);
  return [enabled, setSingleKeys];
}

function setSingleKeys(enabled: boolean): void {
  rememberPreference(SINGLE_KEYS_COOKIE, enabled ? "on" : "off");
  for (const listener of listeners) listener();
}

function areEnabled(): boolean {
  return !document.cookie.split("; ").includes(`${SINGLE_KEYS_COOKIE}=off`);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
