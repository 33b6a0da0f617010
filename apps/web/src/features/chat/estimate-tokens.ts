const LETTERS_PER_TOKEN = 4;
/** Chinese, Japanese and Korean characters take about one token each. */
const FIRST_WIDE_SIGN = 0x2e80;

/** Returns about how many tokens a text takes, for a person who is writing it. Requests are counted exactly by the server. O(characters). */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1)
    if (text.charCodeAt(index) >= FIRST_WIDE_SIGN) wide += 1;
  return Math.ceil((text.length - wide) / LETTERS_PER_TOKEN) + wide;
}
