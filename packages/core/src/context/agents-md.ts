import type { Trust } from "../log/trust.ts";
import { projectContextPrompt } from "../prompts/generated/project-context.ts";
import { fillPrompt } from "../prompts/parse.ts";
import {
  CHARACTERS_PER_TOKEN,
  PROJECT_CONTEXT_CHARACTERS,
  PROJECT_CONTEXT_WINDOW_SHARE,
} from "../tunables.ts";

/** One AGENTS.md layer: its displayed path and its text. `characters` is the length of the whole file if `text` is only its beginning. */
export type ProjectContextFile = {
  readonly path: string;
  readonly text: string;
  readonly characters?: number;
  /** The reason why the file does not instruct, as a sentence: the model reads it instead of the text, which is empty. */
  readonly refusal?: string;
  /** Default "untrusted": anyone with write access to the folder can change the file. */
  readonly trust?: Trust;
};

/** AGENTS.md layers as the model reads them, and how much of each file is shown. */
export type ProjectContext = {
  readonly text: string;
  readonly layers: readonly {
    readonly path: string;
    /** Length of the whole file. */
    readonly characters: number;
    readonly shownCharacters: number;
    /** The text that the model reads, with heading and notice. */
    readonly block: string;
    readonly trust: Trust;
  }[];
};

/** Returns the maximum length of a project context in characters: the general limit, less in a small window. */
export function projectContextLimit(window: number): number {
  return Math.min(
    PROJECT_CONTEXT_CHARACTERS,
    Math.floor(window * PROJECT_CONTEXT_WINDOW_SHARE * CHARACTERS_PER_TOKEN),
  );
}

/**
 * Joins AGENTS.md layers, outermost first, under their paths as headings. Layers that exceed the limit together are cut from the outermost on,
 * because the innermost are the most relevant, each with a visible notice. Surrogate pairs are not split. Null if there are no layers.
 */
export function joinProjectContext(
  files: readonly ProjectContextFile[],
  limit: number = PROJECT_CONTEXT_CHARACTERS,
): ProjectContext | null {
  if (files.length === 0) return null;
  let remaining = limit;
  const layers = [...files].reverse().map((file) => {
    const characters = Math.max(file.characters ?? 0, file.text.length);
    const kept = takeStart(file.text, Math.max(0, remaining));
    remaining -= kept.length;
    const notice =
      kept.length < characters ? `\n${cutNotice(file.path, { characters, kept: kept.length })}` : "";
    const refusal =
      file.refusal === undefined
        ? ""
        : fillPrompt(projectContextPrompt.refused, { path: file.path, reason: file.refusal });
    const block = `# ${file.path}\n\n${kept}${notice}${refusal}`;
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
