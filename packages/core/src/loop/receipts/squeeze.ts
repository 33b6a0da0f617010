/** Returns a text with each run of white space as one space. */
export function squeeze(text: string): string {
  return text.replace(/\s+/gu, " ");
}
