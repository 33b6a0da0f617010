import type { AddressEffect } from "@goaltrace/core/ports";
import type { FillRequest } from "./address-secrets.ts";
import type { AddressGuard } from "./address-guard.ts";
import { requestOnce, type WebResponse } from "./request-once.ts";
import { MAX_REDIRECTS } from "./tunables.ts";

/** The outcome of fetching an address. */
export type FetchedAddress =
  | { readonly kind: "response"; readonly url: URL; readonly response: WebResponse }
  /** A redirect leads to an address that this call may not follow. */
  | { readonly kind: "elsewhere"; readonly url: URL }
  | { readonly kind: "refused"; readonly message: string };

export type FetchAddressOptions = {
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly accept: string;
  /** Decides about addresses that redirects lead to. */
  readonly addressEffect: AddressEffect;
  /** Returns what is sent to an address, with the headers of the call and its secrets. Default: the address alone. */
  readonly fill?: FillRequest;
  /** Whether only redirects to the same scheme, host and port are followed, because the request has headers of its own. @default false */
  readonly staysAtOrigin?: boolean;
  /** Returns why an address of a page must not be fetched; null if it may be. Asked before every request. */
  mayFetch(url: URL): Promise<string | null>;
};

/** The name that web servers see and robots.txt files address. */
export const USER_AGENT = "Goaltrace";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches an address and follows its redirects one by one, each checked like the first. A redirect is followed to where rules allow calls, and
 * within the site that was permitted. Sends no cookies, no referrer, and no credentials besides those that `fill` adds.
 */
export async function fetchAddress(address: string, options: FetchAddressOptions): Promise<FetchedAddress> {
  const { guard, signal, maxBytes, accept, addressEffect } = options;
  const first = guard.check(address);
  if (!first.ok) return { kind: "refused", message: first.message };
  let { url } = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const refusal = await options.mayFetch(url);
    if (refusal !== null) return { kind: "refused", message: refusal };
    const filled = (await options.fill?.(url)) ?? { url, headers: {} };
    const response = await requestOnce({
      ...{ url: filled.url, lookup: guard.lookupFor(url), signal, maxBytes },
      headers: {
        ...{ accept, "user-agent": `${USER_AGENT}/1.0`, "accept-language": "en, *;q=0.5" },
        ...filled.headers,
      },
    });
    const { location } = response.headers;
    if (!REDIRECTS.has(response.status) || location === undefined) return { kind: "response", url, response };
    // Servers write other characters than ASCII as UTF-8, which Node hands over as Latin-1.
    const next = guard.check(Buffer.from(location, "latin1").toString("utf8"), url);
    if (!next.ok)
      return { kind: "refused", message: `It redirects to ${shorten(location)}. ${next.message}` };
    if (options.staysAtOrigin === true && next.url.origin !== first.url.origin)
      return { kind: "elsewhere", url: next.url };
    if (!mayFollow(first.url, next.url, addressEffect)) return { kind: "elsewhere", url: next.url };
    ({ url } = next);
  }
  return { kind: "refused", message: `It redirects more than ${String(MAX_REDIRECTS)} times.` };
}

function mayFollow(permitted: URL, next: URL, addressEffect: AddressEffect): boolean {
  switch (addressEffect(next.href)) {
    case "allow":
      return true;
    case "ask":
      return isSameSite(permitted, next);
    case "deny":
      return false;
  }
}

/** True for the same scheme, host and port, and for the step from http to https on their default ports. */
function isSameSite(permitted: URL, next: URL): boolean {
  if (next.origin === permitted.origin) return true;
  return (
    next.hostname === permitted.hostname &&
    permitted.protocol === "http:" &&
    next.protocol === "https:" &&
    permitted.port === "" &&
    next.port === ""
  );
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
