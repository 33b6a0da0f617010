import { networkInterfaces } from "node:os";
import { isIP, type LookupFunction } from "node:net";
import { GoaltraceError } from "@goaltrace/core";
import { createCheckedLookup, type Resolve } from "../system/checked-lookup.ts";
import { isMetadataHost } from "../system/metadata-hosts.ts";
import { isPublicAddress } from "./public-address.ts";
import { ADDRESS_MAX_CHARACTERS } from "./tunables.ts";

/** Decides which addresses the tools of the web may reach. */
export type AddressGuard = {
  /** Parses an address and checks all that needs no name server. Addresses with a password, and other than http and https, are refused. */
  check(
    address: string,
    base?: URL,
  ): { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly message: string };
  /** Returns the lookup for a connection to `url`; the connection goes to one of the addresses that were checked. */
  lookupFor(url: URL): LookupFunction;
};

export type AddressGuardOptions = {
  /** Hosts in private networks that may be reached, as `host` or `host:port` in the form of `privateHosts`. */
  readonly privateHosts: ReadonlySet<string>;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
  /** Returns the addresses of this machine. Default: those of its network interfaces. */
  readonly ownAddresses?: () => readonly string[];
};

/**
 * Creates a guard that lets requests reach public addresses and the listed private hosts only. Metadata services, which hand out the
 * credentials of the machine, stay out of reach even when they are listed.
 */
export function createAddressGuard({
  privateHosts,
  resolve,
  ownAddresses = interfaceAddresses,
}: AddressGuardOptions): AddressGuard {
  const isListed = (url: URL): boolean =>
    privateHosts.has(hostOf(url)) || privateHosts.has(`${hostOf(url)}:${portOf(url)}`);
  const mayReach = (address: string, url: URL): boolean => {
    if (isMetadataHost(address)) return false;
    return isListed(url) || (isPublicAddress(address) && !ownAddresses().includes(address));
  };
  return {
    check: (address, base) => {
      const url = address.length > ADDRESS_MAX_CHARACTERS ? null : URL.parse(address, base);
      if (url === null)
        return { ok: false, message: "It is not a complete address, such as https://example.com/page." };
      if (url.protocol !== "http:" && url.protocol !== "https:")
        return { ok: false, message: `Only http and https can be fetched, not ${url.protocol}` };
      if (url.username !== "" || url.password !== "")
        return { ok: false, message: "Addresses with a name or password in them are not fetched." };
      const host = unbracketed(hostOf(url));
      const isReachable = isIP(host) === 0 ? !isMetadataHost(host) : mayReach(host, url);
      return isReachable ? { ok: true, url } : { ok: false, message: refusalOf(url, host) };
    },
    lookupFor: (url) =>
      createCheckedLookup(resolve, (_, address) =>
        mayReach(address, url)
          ? null
          : new GoaltraceError({
              code: "NOT_ALLOWED",
              message: refusalOf(url, address),
              fix: "The operator lists hosts of private networks in GOALTRACE_WEB_PRIVATE_HOSTS.",
            }),
      ),
  };
}

/** Reads a list of hosts separated by commas, each with or without a port. Null when one of them is not a host. */
export function privateHosts(list: string): ReadonlySet<string> | null {
  const hosts = list
    .split(",")
    .map((host) => host.trim())
    .filter((host) => host !== "")
    .map((host) => {
      const url = URL.parse(`http://${host}`);
      // The parser drops the default port, so the port is read from the text.
      const [, port] = /:(\d+)$/u.exec(host.replace(/\[.*\]/u, "")) ?? [];
      if (
        url === null ||
        host.includes("*") ||
        url.pathname !== "/" ||
        url.username !== "" ||
        url.search !== "" ||
        url.hash !== ""
      )
        return null;
      return port === undefined ? hostOf(url) : `${hostOf(url)}:${port}`;
    });
  return hosts.includes(null) ? null : new Set(hosts.filter((host) => host !== null));
}

function refusalOf(url: URL, address: string): string {
  const host = unbracketed(hostOf(url));
  return `${host} ${host === address ? "is" : `leads to ${address}, which is`} not on the public Internet. Nothing was sent to it.`;
}

/** The host in ASCII, without a final dot. */
function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/u, "");
}

function portOf(url: URL): string {
  if (url.port !== "") return url.port;
  return url.protocol === "https:" ? "443" : "80";
}

function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/gu, "");
}

function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}
