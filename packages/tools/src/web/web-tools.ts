import type { Tool } from "@goaltrace/core";
import type { Resolve } from "../system/checked-lookup.ts";
import { type AddressGuard, createAddressGuard, privateHosts } from "./address-guard.ts";
import { PROVIDERS, type SearchSettings } from "./search-providers.ts";
import { findSearchProblem, searchTool } from "./search.ts";
import type { WebSettings } from "./web-settings.ts";
import { webfetchTool } from "./webfetch.ts";

/** Returns the tools that reach the web; `search` only where a service is configured. */
export function webTools({ search = null, ...settings }: WebSettings, resolve?: Resolve): readonly Tool[] {
  return [
    ...(search === null ? [] : [searchTool(search, guardOf(search, resolve))]),
    webfetchTool(createAddressGuard({ privateHosts: settings.privateHosts, resolve })),
  ];
}

/** The tools of a workspace that differ from those of the server. */
export type OwnWebTools = {
  /** A different `webfetch`; null where the server's is used. */
  readonly webfetch: Tool | null;
  /** A different `search`; null where the server's is used. */
  readonly search: Tool | null;
};

/**
 * Returns the tools of the web that a workspace configured itself. Unlike the operator's, its service must be public, or on a host that the operator
 * lists: people who change the settings of a workspace must not reach the network around the server.
 */
export function ownWebTools(
  { privateHosts }: Pick<WebSettings, "privateHosts">,
  choice: { readonly honorsRobots: boolean; readonly search: SearchSettings | null },
  resolve?: Resolve,
): OwnWebTools {
  const guard = createAddressGuard({ privateHosts, resolve });
  return {
    webfetch: choice.honorsRobots ? null : webfetchTool(guard, false),
    search: choice.search === null ? null : searchTool(choice.search, guard),
  };
}

/** Checks the service that answers searches; null where none is configured. */
export async function checkSearch({
  search = null,
}: WebSettings): Promise<{ readonly label: string; readonly problem: string | null } | null> {
  if (search === null) return null;
  const { label } = PROVIDERS[search.provider];
  return { label, problem: await findSearchProblem(search, guardOf(search)) };
}

/** The operator named the service, so it may be in a private network; nothing else there may. */
function guardOf({ url }: SearchSettings, resolve?: Resolve): AddressGuard {
  return createAddressGuard({ privateHosts: privateHosts(url.host) ?? new Set(), resolve });
}
