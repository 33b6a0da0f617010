import { realpath } from "node:fs/promises";

/** Folders with private keys beside certificates that programs need. */
const FOLDERS = ["/etc/ssl/private", "/etc/pki/tls/private"];

/** Returns the folders with private keys of this machine that a sandbox would show, each by its real path. */
export async function systemKeys(): Promise<readonly string[]> {
  const found = await Promise.all(FOLDERS.map(async (path) => await realpath(path).catch(() => null)));
  return [...new Set(found.flatMap((path) => (path === null ? [] : [path])))];
}
