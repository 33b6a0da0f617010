"use client";
import { useSyncExternalStore } from "react";

/** The width below which the style sheets, too, speak of a phone. */
const QUERY = "(width <= 720px)";

/** Whether there is room for one panel only, now. For the browser alone. */
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

/** Whether there is room for one panel only. False on the server. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}
