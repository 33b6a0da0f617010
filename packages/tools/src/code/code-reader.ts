import type { ToolContext } from "@goaltrace/core";
import { nodeHash } from "../system/hash.ts";
import { findPackageFile } from "../system/find-package-file.ts";
import { type InsidePath, resolveInside } from "../workspace/root.ts";
import { CAPTURE_DEPTHS, type CodeFacts, toFacts } from "./facts.ts";
import { createFactsCache } from "./facts-cache.ts";
import type { CodeLanguage } from "./languages.ts";
import { createParseThread, type ParsedTree, type ParseThread } from "./parse-thread.ts";
import { readSource, type Source } from "./read-source.ts";
import { CODE_CACHE_ITEMS } from "./tunables.ts";

/** An answer about a file, or why there is none, as a sentence. */
export type CodeAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** Reads and parses the sources of one call. */
export type CodeReader = {
  /** Returns the facts of a source, from the cache if equal content was read before. */
  facts(source: Source): Promise<CodeAnswer<CodeFacts>>;
  tree(source: Source, part: Parameters<ParseThread["tree"]>[1]): Promise<CodeAnswer<ParsedTree>>;
  close(): Promise<void>;
};

/** Shared by all runs of the process: facts depend only on the content, and only a run that can read a file knows its hash. */
const CACHE = createFactsCache(CODE_CACHE_ITEMS);

const TOO_SLOW = "Parsing it takes too long.";

/** Creates the reader of one call. Close it when done. */
export function createCodeReader(options: {
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Time for one file in milliseconds. @default CODE_TIME_LIMIT_MS */
  readonly timeLimitMs?: number | undefined;
}): CodeReader {
  const thread = createParseThread(options);
  const grammars = new Map<string, Promise<string>>();
  const grammarOf = async ({ grammar }: CodeLanguage): Promise<string> => {
    const found = grammars.get(grammar) ?? findPackageFile(grammar);
    grammars.set(grammar, found);
    return await found;
  };
  return {
    facts: async (source) => {
      const key = `${source.language.name} ${nodeHash.sha256(source.text)}`;
      const known = CACHE.get(key);
      if (known !== undefined) return { ok: true, value: known };
      const { language, text } = source;
      const answer = await thread.find(
        { grammar: await grammarOf(language), text },
        language.query,
        CAPTURE_DEPTHS,
      );
      if (answer.kind !== "answer") return { ok: false, message: TOO_SLOW };
      if (answer.value.kind === "failed")
        return { ok: false, message: `It cannot be parsed: ${answer.value.message}.` };
      const facts = toFacts(language, text, answer.value);
      CACHE.set(key, facts);
      return { ok: true, value: facts };
    },
    tree: async ({ language, text }, part) => {
      const answer = await thread.tree({ grammar: await grammarOf(language), text }, part);
      if (answer.kind !== "answer") return { ok: false, message: TOO_SLOW };
      if (answer.value.kind === "failed")
        return { ok: false, message: `It cannot be parsed: ${answer.value.message}.` };
      return { ok: true, value: answer.value };
    },
    close: thread.close,
  };
}

/** Opens one source file for a tool. */
export async function openSource(
  context: ToolContext,
  path: string,
): Promise<CodeAnswer<{ readonly source: Source; readonly target: InsidePath }>> {
  const target = await resolveInside(context, path, "read");
  if (!target.ok) return target;
  const read = await readSource(target.fence, target.absolute, target.relative);
  return read.ok ? { ok: true, value: { source: read.source, target } } : read;
}
