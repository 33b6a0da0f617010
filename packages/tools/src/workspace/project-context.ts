import { open, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { ProjectContextFile } from "@goaltrace/core";

/** A file above this is read up to here; the joiner says what was cut. Bytes. */
const READ_AT_MOST = 1_000_000;

/**
 * The AGENTS.md layers of a project folder, outermost first: `AGENTS.md`, then `AGENTS.local.md`. With `ascend` those of the folders
 * above come before and the person's own `~/.agents/AGENTS.md` last, which is for the command line only. A file that several names lead
 * to (links of either kind) counts once, at its first place; what is no regular file or leads out of the folder is passed over.
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
  const seen = new Set<string>();
  const files: ProjectContextFile[] = [];
  for (const file of paths) {
    const real = await realpath(file).catch(() => null);
    const facts = real === null ? null : await stat(real, { bigint: true }).catch(() => null);
    if (real === null || facts === null || !facts.isFile()) continue;
    const identity = `${facts.dev}:${facts.ino}`;
    if (seen.has(identity)) continue;
    const inside = options.ascend || real.startsWith(`${await realpath(folder)}${path.sep}`);
    if (!inside) continue;
    seen.add(identity);
    const text = await readStart(real);
    if (text.trim() === "") continue;
    const shown = options.ascend ? file : path.relative(folder, file);
    const size = Number(facts.size);
    files.push({
      path: shown,
      text,
      ...(size > READ_AT_MOST ? { characters: size } : {}),
      ...(file === own ? { trust: "person" as const } : {}),
    });
  }
  return files;
}

async function readStart(file: string): Promise<string> {
  const handle = await open(file, "r").catch(() => null);
  if (handle === null) return "";
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(READ_AT_MOST), position: 0 });
    const text = buffer.toString("utf8", 0, bytesRead);
    // A character cut in two at the end is left out.
    return bytesRead === READ_AT_MOST ? text.replace(/\uFFFD$/u, "") : text;
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
