import { secretValues } from "./secret-values.ts";
import type { McpServerSettings } from "./server-settings.ts";

/** Values shorter than this are words such as `true` or `en`, which a mask would only make unreadable. */
const MIN_SECRET_CHARACTERS = 8;
const MASK = "[redacted:mcp-setting]";

/** Returns a function that masks the values of a server's variables and headers, which may be keys, in what the server says. */
export function settingMask(settings: McpServerSettings): (text: string) => string {
  const values = Object.values(secretValues(settings))
    // A header such as "Bearer key" is also quoted without its first word.
    .flatMap((value) => [value, value.replace(/^\w+\s+/u, "")])
    .filter((value) => value.length >= MIN_SECRET_CHARACTERS)
    .toSorted((left, right) => right.length - left.length);
  return (text) => values.reduce((masked, value) => masked.replaceAll(value, MASK), text);
}
