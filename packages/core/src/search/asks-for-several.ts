/** "Which games", "what kinds of recipes": a question word, and within three words one in the plural. */
const PLURAL = /^(?:in )?(?:what|which)\s+(?:[\w+-]+\s+){0,2}?(?!does\b|is\b|was\b|has\b|this\b)[\w+-]+s\b/iu;
/** "Where has she been": what happened any number of times until now. */
const UNTIL_NOW = /^(?:what|where|who|which)\b.*\b(?:has|have)\b/iu;
const COUNT = /^how many\b|^what are\b|哪些|哪几|多少|几[个次条种本部位家场]|都有谁|分别/iu;

/** Returns true for a question whose answer is likely a list: what it asks for was said more than once. */
export function asksForSeveral(query: string): boolean {
  const text = query.trim();
  return PLURAL.test(text) || UNTIL_NOW.test(text) || COUNT.test(text);
}
