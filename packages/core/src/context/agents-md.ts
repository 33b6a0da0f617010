import type { Trust } from "../log/trust.ts";
import { projectContextPrompt } from "../prompts/generated/project-context.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { PROJECT_CONTEXT_SHARE, PROJECT_CONTEXT_TOKENS } from "../tunables.ts";
import { fitPage, type TokenRoom } from "./fit-page.ts";

/** One AGENTS.md layer: its displayed path and its text. `characters` is the length of the whole file if `text` is only its beginning. */
export type ProjectContextFile = {
  readonly path: string;
  readonly text: string;
  readonly characters?: number;
  /** The reason why the file is not used, as a sentence: the model reads it in place of the text, which is empty. */
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

/** Returns the tokens for a project context in a window with `left` tokens besides instructions and tools. */
export function projectContextTokens(left: number): number {
  return Math.max(0, Math.min(PROJECT_CONTEXT_TOKENS, Math.floor(left * PROJECT_CONTEXT_SHARE)));
}

/**
 * Joins AGENTS.md layers, outermost first, under their paths as headings. Layers that exceed the room together are cut from the outermost on,
 * because the innermost are the most relevant, each with a visible notice. Surrogate pairs are not split. Text that could end our own
 * sections is escaped. Null if there are no layers.
 */
export function joinProjectContext(
  files: readonly ProjectContextFile[],
  room: TokenRoom,
): ProjectContext | null {
  if (files.length === 0) return null;
  let { tokens } = room;
  const layers = [...files].reverse().map((file) => {
    const characters = Math.max(file.characters ?? 0, file.text.length);
    const kept = takeStart(file.text, { ...room, tokens });
    tokens -= room.count(kept);
    const notice =
      kept.length < characters ? `\n${cutNotice(file.path, { characters, kept: kept.length })}` : "";
    const refusal =
      file.refusal === undefined
        ? ""
        : fillPrompt(projectContextPrompt.refused, { path: file.path, reason: file.refusal });
    const block = `# ${file.path}\n\n${escapeTags(kept)}${notice}${refusal}`;
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

/** The tags around the parts of a request that the runtime writes. */
const OWN_TAG = /<(?=\/?\s*(?:project-context|runtime-state|runtime-request|context-compacted)\b)/giu;

/** A file must not end its own section and continue as the runtime. */
function escapeTags(text: string): string {
  return text.replace(OWN_TAG, "&lt;");
}

function cutNotice(path: string, size: { readonly characters: number; readonly kept: number }): string {
  return fillPrompt(projectContextPrompt.cut, {
    path,
    left: String(size.characters - size.kept),
    characters: String(size.characters),
  });
}

function takeStart(text: string, room: TokenRoom): string {
  if (room.tokens <= 0) return "";
  const start = text.slice(0, fitPage(text, room, { from: 0 }));
  return room.count(start) > room.tokens ? "" : start;
}
