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

/** Returns the error for an address that a name must not lead to; null for an address that is fine. */
export type RefuseAddress = (hostname: string, address: string) => Error | null;

/**
 * Creates the lookup of a connection. A name is resolved once and the connection goes to an address that was checked, so that a name cannot
 * pass a check and then lead elsewhere. Fails for a name with any address that `refuse` rejects.
 */
export function createCheckedLookup(
  resolve: Resolve = dns.lookup,
  refuse: RefuseAddress = refuseMetadata,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const refused = (addresses ?? []).map(({ address }) => refuse(hostname, address)).find(isError);
      if (error !== null) callback(error, []);
      else if (refused !== undefined) callback(refused, []);
      else if (options.all === true) callback(null, addresses);
      else if (first === undefined) callback(new Error(`${hostname} has no address`), []);
      else callback(null, first.address, first.family);
    });
  };
}

function isError(refused: Error | null): refused is Error {
  return refused !== null;
}

/** Fails with NOT_ALLOWED for a metadata service. */
function refuseMetadata(hostname: string, address: string): Error | null {
  return isMetadataHost(address) ? forbiddenHost(hostname, address) : null;
}

/** Returns the error for an endpoint that leads to a metadata service. */
export function forbiddenHost(hostname: string, address: string = hostname): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `${hostname} ${address === hostname ? "is" : `leads to ${address},`} an address of a cloud's metadata service, which never serves a model. Nothing was sent.`,
    fix: "Correct the model's base URL under Settings, Models, or the DNS entry of its name.",
  });
}
