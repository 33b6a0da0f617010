import type { ToolContext } from "@goaltrace/core";
import { resolveDirectory } from "../files/resolve-directory.ts";
import { createPathPatterns } from "../workspace/path-patterns.ts";
import { walk } from "../workspace/walk.ts";
import type { CodeReader } from "./code-reader.ts";
import type { CodeFacts } from "./facts.ts";
import { hasFunctions, languageOf } from "./languages.ts";
import { readSource } from "./read-source.ts";
import { SURVEY_MAX_BYTES, SURVEY_MAX_FILES, SURVEY_TIME_LIMIT_MS } from "./tunables.ts";

/** The facts of the source files of a folder. */
export type Survey = {
  readonly files: ReadonlyMap<string, CodeFacts>;
  /** Files that could not be read or parsed, with the reason. */
  readonly failed: ReadonlyMap<string, string>;
  /** Why files are missing; null for none. */
  readonly missing: "files" | "bytes" | "time" | null;
};

export type SurveyResult =
  | { readonly ok: true; readonly survey: Survey }
  | { readonly ok: false; readonly message: string };

/** Limits other than those of `tunables.ts`. */
export type SurveyLimits = { readonly files?: number; readonly bytes?: number; readonly timeMs?: number };

/**
 * Parses the source files below a folder that git does not ignore, within limits of number, size and time. Files whose language has no functions
 * are left out. `family`: only languages that import each other.
 */
export async function surveyFolder(
  context: ToolContext,
  reader: CodeReader,
  options: { readonly path: string; readonly family?: string; readonly limits?: SurveyLimits },
): Promise<SurveyResult> {
  const {
    files = SURVEY_MAX_FILES,
    bytes = SURVEY_MAX_BYTES,
    timeMs = SURVEY_TIME_LIMIT_MS,
  } = options.limits ?? {};
  const directory = await resolveDirectory(context, options.path);
  if (!directory.ok) return directory;
  const patterns = createPathPatterns({
    ...{ glob: null, owner: context.scope.workspaceId, signal: context.signal },
  });
  const until = performance.now() + timeMs;
  const found = new Map<string, CodeFacts>();
  const failed = new Map<string, string>();
  let read = 0;
  let missing: Survey["missing"] = null;
  try {
    const entries = walk({
      ...{ fence: directory.fence, from: directory.from, patterns, signal: context.signal },
      ...{ includeHidden: false, includeIgnored: false },
    });
    for await (const { relative, absolute, kind } of entries) {
      const language = kind === "file" ? languageOf(relative) : undefined;
      if (language === undefined || !hasFunctions(language)) continue;
      if (options.family !== undefined && language.family !== options.family) continue;
      if (found.size >= files) missing = "files";
      else if (read >= bytes) missing = "bytes";
      else if (performance.now() > until) missing = "time";
      if (missing !== null) break;
      const source = await readSource(directory.fence, absolute, relative);
      if (!source.ok) {
        failed.set(relative, source.message);
        continue;
      }
      read += source.source.text.length;
      const facts = await reader.facts(source.source);
      if (facts.ok) found.set(relative, facts.value);
      else failed.set(relative, facts.message);
    }
  } finally {
    await patterns.close();
  }
  return { ok: true, survey: { files: found, failed, missing } };
}

/** Returns what a result must say about files that are missing in it. */
export function surveyNotices({ failed, missing, files }: Survey): readonly string[] {
  const [example] = failed;
  return [
    ...(missing === null
      ? []
      : [
          `Only the first ${String(files.size)} files, because of the limit of ${missing === "files" ? "their number" : missing}. Ask about a subfolder for the rest${missing === "time" ? ", or again" : ""}.`,
        ]),
    ...(example === undefined
      ? []
      : [`${String(failed.size)} files could not be read, such as ${example[0]}: ${example[1]}`]),
  ];
}
