/** The name with the smallest edit distance, if it is near enough to be a slip (a third of its length). Null otherwise. */
export function nearestName(wanted: string, names: readonly string[]): string | null {
  let best: { name: string; distance: number } | null = null;
  for (const name of names) {
    const distance = editDistance(wanted.toLowerCase().slice(0, 64), name.toLowerCase());
    if (best === null || distance < best.distance) best = { name, distance };
  }
  return best !== null && best.distance <= Math.ceil(best.name.length / 3) ? best.name : null;
}

/** Levenshtein distance, two rows. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? a.length;
}
