/**
 * Forwards a stream and calls `release` once when it ends, fails or is abandoned. The first item must be requested: a stream that no one
 * begins to read holds what it has.
 */
export async function* releaseAfter<T>(
  stream: AsyncIterable<T>,
  release: () => void,
): AsyncGenerator<T, void> {
  try {
    yield* stream;
  } finally {
    release();
  }
}
