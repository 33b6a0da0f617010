import type { Entry } from "@goaltrace/core";
import { SEARCH_ARGUMENT_CHARACTERS, SEARCH_OUTPUT_CHARACTERS, SEARCH_TEXT_CHARACTERS } from "../tunables.ts";

/** Words longer than this are keys, hashes and encoded bytes: nobody types them, and each would be a word of its own in the index. */
const LONGEST_WORD = 64;
/** Scripts that write no spaces: every sign is a word, and a query asks for them in a row. */
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text as the index and the queries see them: small letters, no punctuation, East Asian signs one by one. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [part] of text.toLowerCase().matchAll(WORD)) {
    for (const word of splitSigns(part)) if (word.length <= LONGEST_WORD) words.push(word);
  }
  return words;
}

/** What of an entry can be found by text: the words of a message, space between; null for everything else. */
export function searchTextOf(entry: Entry): string | null {
  if (entry.kind !== "message") return null;
  const words = wordsOf(messageText(entry));
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

/** A run of letters may hold signs of both kinds: `修复bug` is three words. */
function splitSigns(part: string): readonly string[] {
  if (!SIGN.test(part)) return [part];
  return part
    .split(/([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u)
    .filter((word) => word !== "");
}
