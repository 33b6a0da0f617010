/** Returns a number with its noun, such as `1 entry` or `2 entries`, for titles and lines of people. @default the plural ends in s */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${String(count)} ${count === 1 ? noun : plural}`;
}
