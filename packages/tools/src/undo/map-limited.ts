/** Maps items with at most `limit` calls at once; the results are in the order of the items. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results.set(index, await map(item));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return [...results.entries()].sort(([left], [right]) => left - right).map(([, result]) => result);
}
