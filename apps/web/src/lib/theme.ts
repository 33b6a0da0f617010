"use client";
import { useCallback, useSyncExternalStore } from "react";
import { rememberPreference, THEME_COOKIE, themeFrom } from "./preferences.ts";
import type { Theme } from "./preferences.ts";

const listeners = new Set<() => void>();

/** Returns the current theme and a setter that takes effect immediately. `initial` is the theme that the server read from the cookie. */
export function useTheme(initial: Theme): readonly [Theme, (theme: Theme) => void] {
  const onServer = useCallback(() => initial, [initial]);
  return [useSyncExternalStore(subscribe, currentTheme, onServer), setTheme];
}

function setTheme(theme: Theme): void {
  rememberPreference(THEME_COOKIE, theme);
  const { classList } = document.documentElement;
  classList.remove("light", "dark");
  if (theme !== "system") classList.add(theme);
  for (const listener of listeners) listener();
}

function currentTheme(): Theme {
  const prefix = `${THEME_COOKIE}=`;
  const cookie = document.cookie.split("; ").find((part) => part.startsWith(prefix));
  return themeFrom(cookie?.slice(prefix.length));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
