/** The last piece of work on each key. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs pieces of work on the same key one after the other, in the order of the calls. Agents of one run execute in one process, so a key per
 * file keeps a check and the write behind it together among them; other programs are not kept out.
 */
export async function oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = last.get(key) ?? Promise.resolve();
  const running = before.then(work, work);
  last.set(key, running);
  try {
    return await running;
  } finally {
    if (last.get(key) === running) last.delete(key);
  }
}
