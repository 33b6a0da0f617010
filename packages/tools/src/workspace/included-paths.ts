/** An at sign at the start of a word, then a relative path with an ending: `@docs/rules.md`. An address (`me@example.org`) has no such start. */
const INCLUDE = /(?<![^\s(])@((?:\.{1,2}\/)*[\w-][\w./-]*\.\w{1,10})(?=[\s.,;:!?)]|$)/gu;
/** Code is quoted, not meant: fenced blocks and spans. */
const CODE = /^(?:```|~~~)[^\n]*\n[\s\S]*?(?:^(?:```|~~~)|$(?![\s\S]))|`[^`\n]*`/gmu;
/** Rules are short. A longer file is not searched beyond this. */
const SEARCHED_CHARACTERS = 200_000;

/** Returns the paths that a text of instructions includes with `@path`, in order, each once. */
export function includedPaths(text: string): readonly string[] {
  const prose = text.slice(0, SEARCHED_CHARACTERS).replace(CODE, "");
  return [...new Set([...prose.matchAll(INCLUDE)].flatMap(([, name]) => (name === undefined ? [] : [name])))];
}
