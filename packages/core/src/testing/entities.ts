const WORD = /[A-Za-z0-9_./@#:-]+/gu;
const EDGE = /^[./:#@-]+|[./:#@-]+$/gu;
const MIN_LENGTH = 5;
const PATH = /\w\/\w/u;
const FILE_NAME = /^[\w-]+\.[a-z]{1,5}$/u;

/** Returns the entities of a text: words with a digit of five or more characters, paths, file names. */
export function findEntities(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [match] of text.matchAll(WORD)) {
    const word = match.replace(EDGE, "");
    if ((word.length >= MIN_LENGTH && /\d/u.test(word)) || PATH.test(word) || FILE_NAME.test(word))
      found.add(word);
  }
  return found;
}
