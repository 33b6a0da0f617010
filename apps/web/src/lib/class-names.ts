/** Joins class names and skips values that are false, null, undefined or empty. */
export function classNames(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
