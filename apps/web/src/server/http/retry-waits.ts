import type { Clock } from "@goaltrace/core/ports";

/** Remembers for which kinds of requests callers have to wait. */
export type RetryWaits = {
  /** Notes that an answer asks a caller to wait for `seconds` before the next request of a kind. */
  note(caller: string, kind: string, seconds: number): void;
  /** The whole seconds that are left; null when the caller need not wait. */
  secondsToWait(caller: string, kind: string): number | null;
};

/** Beyond these the oldest is forgotten, whose caller is asked by the server itself again. */
const MAX_WAITS = 10_000;
/** No limit has a longer window. */
const MAX_SECONDS = 60;

/** Creates the waits of a process. */
export function createRetryWaits({ monotonic }: Pick<Clock, "monotonic">): RetryWaits {
  const ends = new Map<string, number>();
  return {
    note(caller, kind, seconds) {
      const key = `${caller} ${kind}`;
      ends.delete(key);
      const [oldest] = ends.keys();
      if (ends.size >= MAX_WAITS && oldest !== undefined) ends.delete(oldest);
      ends.set(key, monotonic() + Math.min(seconds, MAX_SECONDS) * 1_000);
    },
    secondsToWait(caller, kind) {
      const key = `${caller} ${kind}`;
      const end = ends.get(key);
      if (end === undefined) return null;
      const leftMs = end - monotonic();
      if (leftMs > 0) return Math.ceil(leftMs / 1_000);
      ends.delete(key);
      return null;
    },
  };
}

/** The kinds of requests differ in this many characters at most. */
const MAX_KIND_LENGTH = 100;

/**
 * The kind of a request: its method and its path with a star for each id, which are every other segment after `/api/NAME`. Escapes are read, so
 * that one path has one kind.
 */
export function requestKind(method: string, address: string): string {
  const path = decoded(address.slice(0, address.search(/[?#]|$/)));
  const segments = path.split("/").filter((segment) => segment !== "");
  const pattern = segments.map((segment, index) => (index >= 2 && index % 2 === 0 ? "*" : segment));
  return `${method} /${pattern.join("/")}`.slice(0, MAX_KIND_LENGTH);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
