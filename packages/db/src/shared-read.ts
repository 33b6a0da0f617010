/** A read that is under way, and the one after it. */
type Reads<Answer> = { readonly current: Promise<Answer>; next: Promise<Answer> | null };

/**
 * Shares reads with the same key: requests that arrive during a read get the answer of the next, which begins when that one has ended. So an
 * answer is never older than its request, and any number of requests holds at most two answers. Errors: those of `read`.
 */
export function createSharedRead<Request, Answer>({
  keyOf,
  read,
}: {
  /** Returns the same text for requests with the same answer. */
  keyOf(request: Request): string;
  read(request: Request): Promise<Answer>;
}): (request: Request) => Promise<Answer> {
  const running = new Map<string, Reads<Answer>>();

  async function begin(key: string, request: Request): Promise<Answer> {
    const own: Reads<Answer> = { current: read(request), next: null };
    running.set(key, own);
    try {
      return await own.current;
    } finally {
      // Otherwise the next read has taken its place, or is about to.
      if (own.next === null) running.delete(key);
    }
  }

  return async (request) => {
    const key = keyOf(request);
    const reads = running.get(key);
    if (reads === undefined) return await begin(key, request);
    const beginNext = async (): Promise<Answer> => await begin(key, request);
    reads.next ??= reads.current.then(beginNext, beginNext);
    return await reads.next;
  };
}
