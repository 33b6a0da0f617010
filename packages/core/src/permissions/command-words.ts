const PLAIN = /^[\w@%+=:,./^~-]+$/u;

/** Joins the words of a command into a text that `splitWords` reads back. Words with other than plain characters are quoted. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}

/** Splits a text at its spaces, except within quotes. `'a b'`, `"a b"` and `a\ b` are one word; an open quote ends with the text. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== "") {
      if (character === quote) quote = "";
      else word = `${word ?? ""}${character}`;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === "\\" && index + 1 < text.length) {
      index += 1;
      word = `${word ?? ""}${text.charAt(index)}`;
    } else if (character !== " ") word = `${word ?? ""}${character}`;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}
