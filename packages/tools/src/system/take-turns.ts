/**
 * Makes a gate that lets at most `most` waiters through per turn of the event loop, in the order of their coming. When the answers of two
 * hundred runs arrive together, timers and sockets are served between their steps instead of after all of them; those who come alone pass
 * at once. Several a turn, because each turn has its price and what is appended in one turn is committed together.
 */
export function createTurns(most: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let served = 0;
  const serve = (): void => {
    const passing = waiting.slice(served, served + most);
    served += passing.length;
    if (served < waiting.length) setImmediate(serve);
    else {
      waiting.length = 0;
      served = 0;
    }
    // What follows runs when this callback has returned, before the next turn.
    for (const pass of passing) pass();
  };
  return async () =>
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(serve);
    });
}
