"use client";
import { useSyncExternalStore } from "react";
import { rememberPreference, SINGLE_KEYS_COOKIE } from "./preferences.ts";

const listeners = new Set<() => void>();

/** Whether a key is a single sign, which a voice or a stray finger may type: those can be switched off. Space is not one of them. */
export function isSingleSign(key: string): boolean {
  return key.length === 1 && key !== " ";
}

/** Whether shortcuts that are a single sign are heard. They are, unless the person switched them off (WCAG 2.1.4). */
export function useSingleKeys(): readonly [boolean, (wanted: boolean) => void] {
  const wanted = useSyncExternalStore(subscribe, areWanted, () => true);
  return [wanted, chooseSingleKeys];
}

function chooseSingleKeys(wanted: boolean): void {
  rememberPreference(SINGLE_KEYS_COOKIE, wanted ? "on" : "off");
  for (const listener of listeners) listener();
}

function areWanted(): boolean {
  return !document.cookie.split("; ").includes(`${SINGLE_KEYS_COOKIE}=off`);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
