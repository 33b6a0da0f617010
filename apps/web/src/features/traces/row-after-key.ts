/** The row a key leads to from `index` of `count` rows; null when the key means nothing here. */
export function rowAfterKey(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  const within = (row: number): number => Math.min(count - 1, Math.max(0, row));
  switch (key) {
    case "j":
    case "ArrowDown":
      return within(index + 1);
    case "k":
    case "ArrowUp":
      return within(index - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
