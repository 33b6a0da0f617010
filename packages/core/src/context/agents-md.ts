import { PROJECT_CONTEXT_CHARACTERS } from "../tunables.ts";

/** One AGENTS.md layer: its path as shown and its text. */
export type ProjectContextFile = { readonly path: string; readonly text: string };

/**
 * Joins AGENTS.md layers, outermost first, with their paths as headings (R9). When they are too long together, the outermost are cut first
 * (the innermost knows most about the work at hand), each cut with a visible notice. Null when there is none.
 */
export function joinProjectContext(
  files: readonly ProjectContextFile[],
  limit: number = PROJECT_CONTEXT_CHARACTERS,
): string | null {
  if (files.length === 0) return null;
  let left = limit;
  const blocks: string[] = [];
  for (const file of [...files].reverse()) {
    const kept = file.text.slice(0, Math.max(0, left));
    left -= kept.length;
    const notice =
      kept.length < file.text.length
        ? `\n[cut: ${file.text.length - kept.length} of ${file.text.length} characters of ${file.path} left out]`
        : "";
    blocks.unshift(`# ${file.path}\n\n${kept}${notice}`);
  }
  return `<project-context>\n${blocks.join("\n\n")}\n</project-context>`;
}
