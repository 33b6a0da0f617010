import { useSyncExternalStore } from "react";
import { vi } from "vitest";

/** Receives the addresses that the page opens with its router. */
export const opened = vi.fn<(address: string) => void>();

const listeners = new Set<() => void>();
for (const name of ["pushState", "replaceState"] as const) {
  const change = window.history[name].bind(window.history);
  window.history[name] = (...data) => {
    change(...data);
    for (const listener of listeners) listener();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const readQuery = (): string => window.location.search;
const readPath = (): string => window.location.pathname;

/** Replaces `next/navigation` in a test with a DOM: components follow the address of the window. */
export const useSearchParams = (): URLSearchParams =>
  new URLSearchParams(useSyncExternalStore(subscribe, readQuery, readQuery));
export const usePathname = (): string => useSyncExternalStore(subscribe, readPath, readPath);
export const useRouter = (): { readonly push: typeof opened } => ({ push: opened });
