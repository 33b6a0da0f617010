import { matchesUrl, parseUrlPattern } from "../permissions/match-url.ts";
import type { SecretDestination } from "../ports/run-secrets.ts";

/** The tools that may have a secret, and where they may take it. Without domains it stays on the machine. */
export type SecretGrant = {
  readonly tools: readonly string[];
  /** As `parseSecretDomain` writes them. */
  readonly domains: readonly string[];
};

/** Allows every host, which is the only way to let a command with a network have a secret. */
export const ANY_DOMAIN = "*";

/**
 * Parses a domain as people write it: `api.example.com`, `*.example.com:8443`, `http://wiki.internal`, or `*` for any host. Returns it with its
 * scheme, which is https unless written, its host in ASCII (IDNA) and its port unless it is the scheme's; null for anything else.
 */
export function parseSecretDomain(text: string): string | null {
  const written = text.trim();
  if (written === ANY_DOMAIN) return ANY_DOMAIN;
  if (/[\s?#\\]/u.test(written)) return null;
  const pattern = parseUrlPattern(/^[a-z]+:\/\//iu.test(written) ? written : `https://${written}`);
  if (pattern === null || pattern.path !== "/") return null;
  const { scheme, host, port, isAnySubdomain } = pattern;
  const isDefault = port === (scheme === "https" ? "443" : "80");
  return `${scheme}://${isAnySubdomain ? "*." : ""}${host}${isDefault ? "" : `:${port}`}`;
}

/** Returns what keeps a secret from a call: its tool or its destination; null if nothing does. */
export function secretRefusal(
  grant: SecretGrant,
  tool: string,
  destination: SecretDestination,
): "tool" | "domain" | null {
  if (!grant.tools.includes(tool)) return "tool";
  if (grant.domains.includes(ANY_DOMAIN)) return null;
  switch (destination.kind) {
    case "machine":
      return null;
    case "anywhere":
      return "domain";
    case "address":
      return grant.domains.some((domain) => matchesUrl(domain, destination.address)) ? null : "domain";
  }
}

/** Returns the destination as the log and people name it: a host with its port, `*` for any, null for none. */
export function destinationDomain(destination: SecretDestination): string | null {
  switch (destination.kind) {
    case "machine":
      return null;
    case "anywhere":
      return ANY_DOMAIN;
    case "address":
      return new URL(destination.address).host;
  }
}
