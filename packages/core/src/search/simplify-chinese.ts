import { SIMPLIFIED, TRADITIONAL } from "./simplified-characters.ts";

let table: ReadonlyMap<string, string> | null = null;

const HAN = /[\u4e00-\u9fff]/gu;

/** Replaces traditional Chinese characters by their simplified forms. The text keeps its length. */
export function simplifyChinese(text: string): string {
  if (!/[\u4e00-\u9fff]/u.test(text)) return text;
  // Built on first use, because most processes never need it.
  table ??= new Map(Array.from(TRADITIONAL, (character, index) => [character, SIMPLIFIED.charAt(index)]));
  const forms = table;
  return text.replaceAll(HAN, (character) => forms.get(character) ?? character);
}
