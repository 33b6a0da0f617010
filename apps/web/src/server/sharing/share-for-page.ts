import { headers } from "next/headers";
import { PEER_HEADER } from "../http/peer-address.ts";
import { getRuntime } from "../runtime.ts";
import { openShare } from "./open-share.ts";
import type { OpenedShare } from "./open-share.ts";

/** Opens a public link for its page, rate-limited by the visitor's address. */
export async function shareForPage(token: string): Promise<OpenedShare> {
  const head = await headers();
  return openShare(await getRuntime(), token, head.get(PEER_HEADER) ?? "");
}
