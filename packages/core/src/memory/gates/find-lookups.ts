import type { GateProblem } from "../entry-proposal.ts";

/** Things that are better looked up where they are than remembered: they change without the memory noticing. */
const LOOKUPS: readonly RegExp[] = [
  // Fenced code.
  /```/u,
  // Statements of common languages. Prose may contain the words, so the punctuation of code is needed too.
  /\b(?:def|function)\s+\w+\s*\(/u,
  /\bclass\s+\w+\s*[({:]/u,
  /\b(?:const|let|var)\s+\w+\s*(?::\s*\w+\s*)?=/u,
  /\bimport\s+(?:[\w*{][^\n]*\s+from\s+["']|["'])/u,
  /\bfrom\s+[\w.]+\s+import\s+\w/u,
  /\b(?:if|for|while)\s*\([^)\n]*\)\s*(?:\{|return|throw)/u,
  /\bSELECT\s+[\w*,. ()]+\s+FROM\s+\w+/u,
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|CREATE\s+TABLE|ALTER\s+TABLE)\s+\w+\s*(?:\(|WHERE|SET|ADD|DROP)/u,
  // Files. An address of the web is a reference and no file.
  /\b[A-Za-z]:\\[\w.-]+(?:\\[\w.-]+)+/u,
  /(?<![\w:/.@-])~?\/(?:[\w.-]+\/)+[\w.-]*\w/u,
  /(?<![\w:/.@-])(?:\.{1,2}\/)?(?:[\w-]+\/)+[\w.-]+\.[a-z]{1,5}\b(?!\/)/u,
  // Commands and versions of the repository.
  /\bgit\s+(?:add|blame|branch|checkout|cherry-pick|clone|commit|diff|fetch|log|merge|pull|push|rebase|reset|revert|show|stash|status|switch|tag)\b(?=\s+[-\w./]|\s*$|["'`])/u,
  /\bcommit\s+[0-9a-f]{7,40}\b/iu,
];

/** Finds what a text contains that can be looked up. */
export function findLookups(text: string): readonly GateProblem[] {
  return LOOKUPS.flatMap((pattern) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [{ gate: "findable" as const, found, instead: null }];
  });
}
