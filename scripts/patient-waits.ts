import { vi } from "vitest";

/** On a busy machine a moment takes seconds. A wait ends as soon as its condition holds, so this costs nothing when it does. */
const PATIENCE_MS = 60_000;
const patient = Symbol.for("goaltrace.patient");

type Options = number | { readonly timeout?: number; readonly interval?: number } | undefined;

function withPatience(options: Options): { readonly timeout: number; readonly interval?: number } {
  const given = typeof options === "number" ? { timeout: options } : (options ?? {});
  return { ...given, timeout: Math.max(PATIENCE_MS, given.timeout ?? 0) };
}

// Vitest waits for a second by default, and no setting changes that. Files share the object, which is changed once.
if (!(patient in vi)) {
  const { waitFor, waitUntil } = vi;
  Object.assign(vi, {
    [patient]: true,
    waitFor: async <T>(check: () => T | Promise<T>, options?: Options): Promise<T> =>
      await waitFor(check, withPatience(options)),
    waitUntil: async <T>(check: () => T | Promise<T>, options?: Options) =>
      await waitUntil(check, withPatience(options)),
  });
}
