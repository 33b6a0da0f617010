/** The end of a log. */
export type LogTail = {
  push(this: void, text: string): void;
  text(this: void): string;
};

/** Creates a log of which only the last `maxCharacters` are kept. */
export function createLogTail(maxCharacters: number): LogTail {
  let kept = "";
  return {
    push: (text) => {
      kept = `${kept}${text}`;
      // Cut rarely, so that many short lines cost little.
      if (kept.length > 2 * maxCharacters) kept = kept.slice(-maxCharacters);
    },
    text: () => kept.slice(-maxCharacters),
  };
}
