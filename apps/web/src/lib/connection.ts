"use client";
import { useEffect, useId, useSyncExternalStore } from "react";

/**
 * How the page stands to the server, seen from the person: `live`, `reconnecting` (a stream or the server itself does not answer), or no
 * network at all. `since` is when it stopped being live, in milliseconds since the epoch.
 */
export type Connection =
  { readonly state: "live" } | { readonly state: "reconnecting" | "offline"; readonly since: number };

const LIVE: Connection = { state: "live" };
/** How often a server that went away is asked whether it is back: soon enough to notice, too seldom to hinder its start. */
const ASK_AGAIN_MS = 2_000;
const HEALTH = "/health";
/** Stands for the server among what is broken; the others are ids of components. */
const SERVER = "server";

const broken = new Set<string>();
const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();
let shown: Connection = LIVE;

/** The next state to show; the moment it began stays while it only changes from one trouble to the other. */
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

/** The state to show in the one banner of the page. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => LIVE,
  );
}

/** Tells the banner that a stream of this component is being re-established; call it beside every subscription. */
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

/** `fetch` for everything the page asks of its server: when no answer comes at all, the banner says so until one does. */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (init?.signal?.aborted !== true) serverWentAway();
    throw error;
  }
}

/** Calls back when the server answers again after it did not. Returns the way to stop it. */
export function onServerReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => {
    returnListeners.delete(listener);
  };
}

function serverWentAway(): void {
  if (broken.has(SERVER)) return;
  broken.add(SERVER);
  update();
  setTimeout(() => void askAgain(), ASK_AGAIN_MS);
}

async function askAgain(): Promise<void> {
  const back = await fetch(HEALTH, { cache: "no-store" }).then(
    (response) => response.ok,
    () => false,
  );
  if (!back) {
    setTimeout(() => void askAgain(), ASK_AGAIN_MS);
    return;
  }
  broken.delete(SERVER);
  update();
  for (const listener of returnListeners) listener();
}
