import { cutText } from "../../foreign-text.ts";

const MAX_TARGET = 200;

/** Returns the address that a redirect names, without query and fragment, which may contain secrets; null if it names none. */
export function redirectTarget(location: string | undefined, baseUrl: string): string | null {
  if (location === undefined || !URL.canParse(location, baseUrl)) return null;
  const { protocol, host, pathname } = new URL(location, baseUrl);
  return host === "" ? null : cutText(`${protocol}//${host}${pathname}`, MAX_TARGET);
}
