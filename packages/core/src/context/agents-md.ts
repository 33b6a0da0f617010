import type { Trust } from "../log/trust.ts";
import { projectContextPrompt } from "../prompts/generated/project-context.ts";
import { fillPrompt } from "../prompts/parse.ts";
import {
  CHARACTERS_PER_TOKEN,
  PROJECT_CONTEXT_CHARACTERS,
  PROJECT_CONTEXT_WINDOW_SHARE,
} from "../tunables.ts";

/** One AGENTS.md layer: its path as shown and its text. `characters` is the whole file's length when `text` is its beginning only. */
export type ProjectContextFile = {
  readonly path: string;
  readonly text: string;
  readonly characters?: number;
  /** Default "untrusted": anyone who can write to the folder can write this. */
  readonly trust?: Trust;
};

/** AGENTS.md layers as the model reads them, and what of each file that is. */
export type ProjectContext = {
  readonly text: string;
  readonly layers: readonly {
    readonly path: string;
    /** Length of the whole file. */
    readonly characters: number;
    readonly shownCharacters: number;
    /** What the model reads of it, with heading and notice. */
    readonly block: string;
    readonly trust: Trust;
  }[];
};

/** Characters that a project context may take: the general limit, less in a window where that would crowd out the work. */
export function projectContextLimit(window: number): number {
  return Math.min(
    PROJECT_CONTEXT_CHARACTERS,
    Math.floor(window * PROJECT_CONTEXT_WINDOW_SHARE * CHARACTERS_PER_TOKEN),
  );
}

/**
 * Joins AGENTS.md layers, outermost first, with their paths as headings. When they are too long together, the outermost are cut first
 * (the innermost knows most about the work at hand), each cut with a visible notice; surrogate pairs stay whole. Null when there is none.
 */
export function joinProjectContext(
  files: readonly ProjectContextFile[],
  limit: number = PROJECT_CONTEXT_CHARACTERS,
): ProjectContext | null {
  if (files.length === 0) return null;
  let left = limit;
  const layers = [...files].reverse().map((file) => {
    const characters = Math.max(file.characters ?? 0, file.text.length);
    const kept = takeStart(file.text, Math.max(0, left));
    left -= kept.length;
    const notice =
      kept.length < characters ? `\n${cutNotice(file.path, { characters, kept: kept.length })}` : "";
    const block = `# ${file.path}\n\n${kept}${notice}`;
    return {
      path: file.path,
      characters,
      shownCharacters: kept.length,
      block,
      trust: file.trust ?? ("untrusted" as const),
    };
  });
  layers.reverse();
  const text = `<project-context>\n${layers.map((layer) => layer.block).join("\n\n")}\n</project-context>`;
  return { text, layers };
}

function cutNotice(path: string, size: { readonly characters: number; readonly kept: number }): string {
  return fillPrompt(projectContextPrompt.cut, {
    path,
    left: String(size.characters - size.kept),
    characters: String(size.characters),
  });
}

function takeStart(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut;
}
