import type { Entry } from "@goaltrace/core/log";
import { SEARCH_ARGUMENT_CHARACTERS, SEARCH_OUTPUT_CHARACTERS, SEARCH_TEXT_CHARACTERS } from "../tunables.ts";

/** Longer words are keys, hashes and encoded bytes. People do not search for them, and each would add a word to the index. */
const MAX_WORD_LENGTH = 64;
/** Scripts without spaces: every character is a word, and a query matches consecutive characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}\p{M}]+/gu;

/** Splits a text into words as the index and the queries use them: lower case, no punctuation, East Asian characters one by one. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const [part] of text.toLowerCase().matchAll(WORD)) {
    for (const word of splitUnspaced(part)) if (word.length <= MAX_WORD_LENGTH) words.push(word);
  }
  return words;
}

/** Returns the searchable text of an entry: a message's words separated by spaces; null for every other entry. */
export function searchText(entry: Entry): string | null {
  if (entry.kind !== "message") return null;
  const words = splitWords(messageText(entry));
  return words.length === 0 ? null : words.join(" ");
}

function messageText(message: Extract<Entry, { kind: "message" }>): string {
  switch (message.role) {
    case "user":
      return message.parts
        .map((part) => (part.type === "text" ? part.text : part.type === "file" ? part.name : ""))
        .join(" ")
        .slice(0, SEARCH_TEXT_CHARACTERS);
    case "assistant": {
      const calls = message.toolCalls.map((call) => `${call.name} ${call.arguments}`).join(" ");
      return `${message.text.slice(0, SEARCH_TEXT_CHARACTERS)} ${calls.slice(0, SEARCH_ARGUMENT_CHARACTERS)}`;
    }
    case "tool":
      return `${message.toolName} ${message.title} ${message.output.slice(0, SEARCH_OUTPUT_CHARACTERS)}`;
  }
}

/** Mixed runs such as `修复bug` are split: that one has three words. */
function splitUnspaced(part: string): readonly string[] {
  if (!UNSPACED.test(part)) return [part];
  return part
    .split(/([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u)
    .filter((word) => word !== "");
}
