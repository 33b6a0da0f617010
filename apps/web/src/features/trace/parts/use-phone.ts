"use client";
import { useSyncExternalStore } from "react";

/** The same width as the `phone` variant of the style sheets. */
const QUERY = "(width <= 720px)";

/** Whether there is room for only one panel now. Browser only. */
export function isPhone(): boolean {
  return window.matchMedia(QUERY).matches;
}

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener("change", changed);
  return () => {
    media.removeEventListener("change", changed);
  };
}

/** Whether there is room for only one panel. False on the server. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}
