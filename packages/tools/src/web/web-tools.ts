import type { Tool } from "@goaltrace/core";
import type { Resolve } from "../system/checked-lookup.ts";
import { createAddressGuard } from "./address-guard.ts";
import type { WebSettings } from "./web-settings.ts";
import { webfetchTool } from "./webfetch.ts";

/** Returns the tools that reach the web. */
export function webTools(settings: WebSettings, resolve?: Resolve): readonly Tool[] {
  return [webfetchTool(createAddressGuard({ privateHosts: settings.privateHosts, resolve }))];
}
