"use client";
import { useEffect, useId, useSyncExternalStore } from "react";

/** What the page's live streams are doing, seen from the person: `live`, `reconnecting`, or no network at all. */
export type Connection = "live" | "reconnecting" | "offline";

const broken = new Set<string>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

function current(): Connection {
  if (!navigator.onLine) return "offline";
  return broken.size > 0 ? "reconnecting" : "live";
}

/** The state to show in the one banner of the page. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, current, () => "live");
}

/** Tells the banner that a stream of this component is being re-established; call it beside every subscription. */
export function useReportReconnecting(reconnecting: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!reconnecting) return;
    broken.add(id);
    notify();
    return () => {
      broken.delete(id);
      notify();
    };
  }, [id, reconnecting]);
}
