import { open, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { ProjectContextFile } from "@goaltrace/core/context";

/** Maximum bytes read per file; the reader of the context reports the truncation. */
const MAX_FILE_BYTES = 1_000_000;

/**
 * Returns the AGENTS.md layers of a project folder, outermost first: `AGENTS.md`, then `AGENTS.local.md`. With `ascend` (command line
 * only), those of the parent folders come first and the person's own `~/.agents/AGENTS.md` comes last. A file reached by several names
 * (links of either kind) counts once, at its first position. Files that are not regular or lead out of the folder are skipped.
 */
export async function readProjectContext(
  folder: string,
  options: { readonly ascend: boolean; readonly home: string | null },
): Promise<readonly ProjectContextFile[]> {
  const folders = options.ascend ? ancestors(folder) : [folder];
  const paths = [
    ...folders.map((directory) => path.join(directory, "AGENTS.md")),
    path.join(folder, "AGENTS.local.md"),
  ];
  const own =
    options.ascend && options.home !== null ? path.join(options.home, ".agents", "AGENTS.md") : null;
  if (own !== null) paths.push(own);
  const identities = new Set<string>();
  const files: ProjectContextFile[] = [];
  for (const file of paths) {
    const real = await realpath(file).catch(() => null);
    const facts = real === null ? null : await stat(real, { bigint: true }).catch(() => null);
    if (real === null || facts === null || !facts.isFile()) continue;
    const identity = `${facts.dev}:${facts.ino}`;
    if (identities.has(identity)) continue;
    const inside = options.ascend || real.startsWith(`${await realpath(folder)}${path.sep}`);
    if (!inside) continue;
    identities.add(identity);
    const text = await readStart(real);
    if (text.trim() === "") continue;
    const displayPath = options.ascend ? file : path.relative(folder, file);
    const size = Number(facts.size);
    files.push({
      path: displayPath,
      text,
      ...(size > MAX_FILE_BYTES ? { characters: size } : {}),
      ...(file === own ? { trust: "person" as const } : {}),
    });
  }
  return files;
}

async function readStart(file: string): Promise<string> {
  const handle = await open(file, "r").catch(() => null);
  if (handle === null) return "";
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MAX_FILE_BYTES), position: 0 });
    const text = buffer.toString("utf8", 0, bytesRead);
    // Drops a character that was split at the end.
    return bytesRead === MAX_FILE_BYTES ? text.replace(/\uFFFD$/u, "") : text;
  } catch {
    return "";
  } finally {
    await handle.close();
  }
}

function ancestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [...ancestors(parent), folder];
}
