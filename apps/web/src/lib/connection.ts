"use client";
import { useEffect, useId, useSyncExternalStore } from "react";

/**
 * The connection to the server as shown to the person: `live`, `reconnecting` (a stream or the server does not respond), `databaseAway` (the
 * server responds, its database does not), or `offline` (no network). `since` is the time at which it stopped being live, in epoch milliseconds.
 */
export type Connection =
  | { readonly state: "live" }
  | { readonly state: "reconnecting" | "databaseAway" | "offline"; readonly since: number };

/** An outage that ended. Without a failed check, only a request was lost: the server may have been reachable all the time. */
export type Outage = { readonly isConfirmed: boolean };

const LIVE: Connection = { state: "live" };
/** Interval of checks while something is broken: short enough to notice its return, long enough not to slow its start. */
const CHECK_MS = 2_000;
/** Answers 503 while the database does not respond. */
const READY = "/ready";
const UNAVAILABLE = 503;
/** The entries of the server and its database in `broken`; all other entries are component ids. */
const SERVER = "server";
const DATABASE = "database";

const broken = new Set<string>();
let isChecking = false;
/** The next check, unless one is under way. */
let nextCheck: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const returnListeners = new Set<(outage: Outage) => void>();
/** Whether a check since the start of the outage has found the server or its database unreachable. */
let isConfirmed = false;
let shown: Connection = LIVE;

/** Returns the next state to show. `since` is kept when only the cause of the outage changes. */
export function nextConnection(
  before: Connection,
  facts: {
    readonly online: boolean;
    readonly broken: boolean;
    readonly databaseAway: boolean;
    readonly now: number;
  },
): Connection {
  if (facts.online && !facts.broken) return LIVE;
  const answering = facts.databaseAway ? "databaseAway" : "reconnecting";
  const state = facts.online ? answering : "offline";
  if (before.state === state) return before;
  return { state, since: before.state === "live" ? facts.now : before.since };
}

function update(): void {
  const next = nextConnection(shown, {
    online: navigator.onLine,
    broken: broken.size > 0,
    databaseAway: broken.has(DATABASE),
    now: Date.now(),
  });
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
    markBroken(id);
    return () => {
      broken.delete(id);
      update();
      if (broken.size === 0) cancelNextCheck();
    };
  }, [id, reconnecting]);
}

/** `fetch` for all requests to our server. When there is no response at all, the banner reports it until the server responds again. */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (init?.signal?.aborted !== true) markBroken(SERVER);
    throw error;
  }
}

/** Reports to the banner that the server answered that its database does not respond. */
export function reportDatabaseAway(): void {
  markBroken(DATABASE);
}

/** Calls `listener` whenever the server or its database responds again after an outage. Returns the function that unsubscribes. */
export function onServerRecovered(listener: (outage: Outage) => void): () => void {
  returnListeners.add(listener);
  return () => {
    returnListeners.delete(listener);
  };
}

function markBroken(part: string): void {
  if (broken.has(part)) return;
  broken.add(part);
  update();
  if (isChecking) return;
  scheduleCheck();
}

function scheduleCheck(): void {
  isChecking = true;
  nextCheck = setTimeout(() => void checkReadiness(), CHECK_MS);
}

function cancelNextCheck(): void {
  if (nextCheck === undefined) return;
  clearTimeout(nextCheck);
  nextCheck = undefined;
  isChecking = false;
}

/** Checks what is unreachable until nothing is broken any more. */
async function checkReadiness(): Promise<void> {
  nextCheck = undefined;
  const status = await fetch(READY, { cache: "no-store" }).then(
    (response) => response.status,
    () => null,
  );
  const wasAway = broken.has(SERVER) || broken.has(DATABASE);
  isConfirmed ||= status === null || status === UNAVAILABLE || broken.has(DATABASE);
  if (status === null) broken.add(SERVER);
  else broken.delete(SERVER);
  if (status === UNAVAILABLE) broken.add(DATABASE);
  else if (status !== null) broken.delete(DATABASE);
  update();
  if (wasAway && !broken.has(SERVER) && !broken.has(DATABASE)) {
    const outage = { isConfirmed };
    isConfirmed = false;
    for (const listener of returnListeners) listener(outage);
  }
  isChecking = false;
  if (broken.size > 0) scheduleCheck();
}
