"use client";
import { useEffect, useId, useSyncExternalStore } from "react";

/**
 * The connection to the server as shown to the person: `live`, `reconnecting` (a stream or the server does not respond), or `offline` (no
 * network). `since` is the time at which it stopped being live, in epoch milliseconds.
 */
export type Connection =
  | { readonly state: "live" }
  | { readonly state: "reconnecting" | "offline"; readonly since: number };

const LIVE: Connection = { state: "live" };
/** Interval of health checks while the server is unreachable: short enough to notice its return, long enough not to slow its start. */
const HEALTH_CHECK_MS = 2_000;
const HEALTH = "/health";
/** The server's entry in `broken`; all other entries are component ids. */
const SERVER = "server";

const broken = new Set<string>();
const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();
let shown: Connection = LIVE;

/** Returns the next state to show. `since` stays when the outage only changes its cause. */
export function nextConnection(
  before: Connection,
  facts: { readonly online: boolean; readonly broken: boolean; readonly now: number },
): Connection {
  if (facts.online && !facts.broken) return LIVE;
  const state = facts.online ? "reconnecting" : "offline";
  if (before.state === state) return before;
  return { state, since: before.state === "live" ? facts.now : before.since };
}

function update(): void {
  const next = nextConnection(shown, { online: navigator.onLine, broken: broken.size > 0, now: Date.now() });
  if (next === shown) return;
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("online", update);
  window.addEventListener("offline", update);
  update();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("online", update);
    window.removeEventListener("offline", update);
  };
}

/** Returns the state to show in the page's banner. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => LIVE,
  );
}

/** Reports to the banner that a stream of this component is reconnecting. Call it next to every subscription. */
export function useReportReconnecting(reconnecting: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!reconnecting) return;
    broken.add(id);
    update();
    return () => {
      broken.delete(id);
      update();
    };
  }, [id, reconnecting]);
}

/** `fetch` for all requests to our server. When there is no response at all, the banner reports it until the server responds again. */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (init?.signal?.aborted !== true) markServerUnreachable();
    throw error;
  }
}

/** Calls `listener` whenever the server responds again after an outage. Returns the function that unsubscribes. */
export function onServerRecovered(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => {
    returnListeners.delete(listener);
  };
}

function markServerUnreachable(): void {
  if (broken.has(SERVER)) return;
  broken.add(SERVER);
  update();
  setTimeout(() => void checkHealth(), HEALTH_CHECK_MS);
}

async function checkHealth(): Promise<void> {
  const back = await fetch(HEALTH, { cache: "no-store" }).then(
    (response) => response.ok,
    () => false,
  );
  if (!back) {
    setTimeout(() => void checkHealth(), HEALTH_CHECK_MS);
    return;
  }
  broken.delete(SERVER);
  update();
  for (const listener of returnListeners) listener();
}
