/**
 * The name of `names` that `name` most likely meant, or undefined when none is near. Case, `-`, `_`, `.` and spaces do not count, so
 * `ReadFile` finds `read_file`; otherwise up to a third of the letters may differ (R3).
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = plain(name.slice(0, 200));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of names) {
    const distance = editDistance(wanted, plain(candidate));
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  if (best === undefined) return undefined;
  return best.distance <= Math.max(1, Math.floor(Math.max(wanted.length, 3) / 3)) ? best.name : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_.\s]/g, "");
}

/** Levenshtein distance with one row of memory. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
