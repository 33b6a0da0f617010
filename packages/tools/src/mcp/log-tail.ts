/** The end of a log. */
export type LogTail = {
  push(this: void, text: string): void;
  text(this: void): string;
};

/**
 * Creates a log of which only the last `maxCharacters` are kept. `mask` is applied to the text as a whole: a server may write a secret in pieces.
 * @default without a mask
 */
export function createLogTail(
  maxCharacters: number,
  mask: (text: string) => string = (text) => text,
): LogTail {
  let kept = "";
  return {
    push: (text) => {
      kept = `${kept}${text}`;
      // Cut rarely, so that many short lines cost little; and before what is shown, so that no secret is cut in two.
      if (kept.length > 3 * maxCharacters) kept = kept.slice(-2 * maxCharacters);
    },
    text: () => mask(kept).slice(-maxCharacters),
  };
}
