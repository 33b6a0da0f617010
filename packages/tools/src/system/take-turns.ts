/**
 * Makes a gate that lets one waiter through per turn of the event loop, in the order of their coming. When the answers of two hundred runs
 * arrive together, timers and sockets are served between their steps instead of after all of them; a single waiter passes at once.
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let served = 0;
  const serve = (): void => {
    const next = waiting[served];
    served += 1;
    if (served < waiting.length) setImmediate(serve);
    else {
      waiting.length = 0;
      served = 0;
    }
    // What follows runs when this callback has returned, before the next turn.
    next?.();
  };
  return async () =>
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(serve);
    });
}
