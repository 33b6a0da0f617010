import type { Clock } from "@goaltrace/core/ports";
import { USER_AGENT, type FetchedAddress } from "./fetch-address.ts";
import type { PageThread } from "./page-thread.ts";
import { ROBOTS_KEPT_MS, ROBOTS_MAX_SITES } from "./tunables.ts";

/** The rules of a site: everything is allowed, nothing is known, or a file. */
type SiteRules =
  | { readonly kind: "all" }
  | { readonly kind: "unknown" }
  | { readonly kind: "file"; readonly text: string };
type KeptRules = { readonly rules: SiteRules; readonly until: number };

/** The robots.txt files of the sites that calls visit, kept for ten minutes. */
export type Robots = {
  /** Returns why `url` must not be fetched; null if it may be. Errors: those of `fetchRules`. */
  refusal(url: URL, visit: RobotsVisit): Promise<string | null>;
};

/** One call that visits sites. */
export type RobotsVisit = {
  readonly clock: Clock;
  readonly thread: PageThread;
  /** Fetches a robots.txt file under the checks of the call. */
  fetchRules(address: string): Promise<FetchedAddress>;
};

/**
 * Creates the store of rules. As RFC 9309 has it, a site without a file allows everything, and one whose file fails with a server's error
 * allows nothing.
 */
export function createRobots(): Robots {
  const kept = new Map<string, KeptRules>();
  const read = async (url: URL, { clock, fetchRules }: RobotsVisit): Promise<SiteRules> => {
    const known = kept.get(url.origin);
    if (known !== undefined && known.until > clock.monotonic()) return known.rules;
    const rules = rulesOf(await fetchRules(`${url.origin}/robots.txt`));
    kept.delete(url.origin);
    kept.set(url.origin, { rules, until: clock.monotonic() + ROBOTS_KEPT_MS });
    const [oldest] = kept.keys();
    if (kept.size > ROBOTS_MAX_SITES && oldest !== undefined) kept.delete(oldest);
    return rules;
  };
  return {
    refusal: async (url, visit) => {
      const rules = await read(url, visit);
      const address = `${url.origin}/robots.txt`;
      if (rules.kind === "all") return null;
      if (rules.kind === "unknown")
        return `The site cannot say what programs may fetch: ${address} fails. Nothing else was fetched.`;
      const answer = await visit.thread.robots({ url: address, text: rules.text }, url.href, USER_AGENT);
      const isAllowed = answer.kind === "answer" && answer.value;
      return isAllowed ? null : `The site asks programs not to fetch this address, in ${address}.`;
    },
  };
}

function rulesOf(fetched: FetchedAddress): SiteRules {
  // A file elsewhere that the call may not follow to is as good as none.
  if (fetched.kind !== "response") return { kind: "all" };
  const { status, body } = fetched.response;
  if (status >= 500) return { kind: "unknown" };
  return status >= 200 && status < 300 ? { kind: "file", text: body.toString("utf8") } : { kind: "all" };
}
