/**
 * Creates a gate that lets at most `perTurn` waiters pass per turn of the event loop, in order of arrival. When the responses of two
 * hundred runs arrive together, timers and sockets are served between their steps instead of after all of them; a lone waiter passes in the
 * next turn. Several pass per turn, because each turn has a cost and appends of one turn are committed together.
 */
export function createTurns(perTurn: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let served = 0;
  const serve = (): void => {
    const passing = waiting.slice(served, served + perTurn);
    served += passing.length;
    if (served < waiting.length) setImmediate(serve);
    else {
      waiting.length = 0;
      served = 0;
    }
    // The continuations run after this callback returns and before the next turn.
    for (const pass of passing) pass();
  };
  return async () =>
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(serve);
    });
}
