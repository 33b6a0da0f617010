import type { LookupAddress } from "node:dns";
import dns from "node:dns";
import type { LookupFunction } from "node:net";
import { GoaltraceError } from "@goaltrace/core";
import { isMetadataHost } from "./metadata-hosts.ts";

/** Resolves a name to all of its addresses; `dns.lookup` outside of tests. */
export type Resolve = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates the lookup of a connection. A name is resolved once and the connection goes to an address that was checked, so that a name cannot
 * pass a check and then lead elsewhere. Fails with NOT_ALLOWED for a name with an address of a metadata service.
 */
export function createCheckedLookup(resolve: Resolve = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const forbidden = (addresses ?? []).find(({ address }) => isMetadataHost(address));
      if (error !== null) callback(error, []);
      else if (forbidden !== undefined) callback(forbiddenHost(hostname, forbidden.address), []);
      else if (options.all === true) callback(null, addresses);
      else if (first === undefined) callback(new Error(`${hostname} has no address`), []);
      else callback(null, first.address, first.family);
    });
  };
}

/** Returns the error for an endpoint that leads to a metadata service. */
export function forbiddenHost(hostname: string, address: string = hostname): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `${hostname} ${address === hostname ? "is" : `leads to ${address},`} an address of a cloud's metadata service, which never serves a model. Nothing was sent.`,
    fix: "Correct the model's base URL under Settings, Models, or the DNS entry of its name.",
  });
}
