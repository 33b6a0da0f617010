/** Words in front of a program that run it all the same. */
const WRAPPERS = new Set(["sudo", "env", "command", "exec", "time", "nohup", "npx"]);
const ASSIGNMENT = /^[A-Za-z_]\w*=/u;

/**
 * Returns the parts of a command line or program that each run one program, as their words: without assignments, options, wrappers such as `sudo`, and
 * changes of folder; the program by its last name. It knows no quotes: a part within a text counts, too.
 */
export function commandParts(text: string): readonly (readonly string[])[] {
  return text
    .split(/&&|\|\||[;|&\n()`{}]/u)
    .map(partWords)
    .filter(([program]) => program !== undefined && program !== "cd");
}

function partWords(part: string): readonly string[] {
  const words = part.split(/[\s"'[\]<>,$\\]+/u).filter((word) => word !== "");
  while (words[0] !== undefined && isBefore(words[0])) words.shift();
  const [program, ...others] = words;
  if (program === undefined) return [];
  const name = program.slice(program.lastIndexOf("/") + 1);
  return [name === "" ? program : name, ...others.filter((word) => !word.startsWith("-"))];
}

/** Whether a word is in front of the program, options of a wrapper included. */
function isBefore(word: string): boolean {
  return WRAPPERS.has(word.slice(word.lastIndexOf("/") + 1)) || ASSIGNMENT.test(word) || word.startsWith("-");
}
