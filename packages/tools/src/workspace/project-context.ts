import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import type { ProjectContextFile } from "@goaltrace/core";

/** A file above this is read up to here; the joiner says what was cut. Bytes. */
const READ_AT_MOST = 400_000;

/**
 * The AGENTS.md layers of a project folder, outermost first (R9): `AGENTS.md`, then `AGENTS.local.md`. With `ascend` those of the folders
 * above come before and the person's own `~/.agents/AGENTS.md` last, which is for the command line only. Symlinked files count once.
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
  if (options.ascend && options.home !== null) paths.push(path.join(options.home, ".agents", "AGENTS.md"));
  const seen = new Set<string>();
  const files: ProjectContextFile[] = [];
  for (const file of paths) {
    const real = await realpath(file).catch(() => null);
    if (real === null || seen.has(real)) continue;
    seen.add(real);
    const inside = options.ascend || real.startsWith(`${await realpath(folder)}${path.sep}`);
    if (!inside) continue;
    const text = await readFile(real, "utf8").catch(() => "");
    if (text.trim() !== "")
      files.push({
        path: options.ascend ? file : path.relative(folder, file),
        text: text.slice(0, READ_AT_MOST),
      });
  }
  return files;
}

function ancestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [...ancestors(parent), folder];
}
