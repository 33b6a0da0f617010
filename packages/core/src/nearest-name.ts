/** Names are cut to this length before comparison: a model may send a name of any length, and the comparison is quadratic. */
const COMPARED_LENGTH = 200;

/**
 * Returns the entry of `names` closest to `name`, or undefined if none is close. Ignores case, `-`, `_`, `.` and spaces, so `ReadFile` finds
 * `read_file`. Up to a third of the letters may differ; two swapped neighbors count once.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const letters = lettersOnly(name.slice(0, COMPARED_LENGTH));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of names) {
    const distance = editDistance(letters, lettersOnly(candidate));
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  if (best === undefined) return undefined;
  return best.distance <= Math.max(1, Math.floor(Math.max(letters.length, 3) / 3)) ? best.name : undefined;
}

function lettersOnly(name: string): string {
  return name.toLowerCase().replace(/[-_.\s]/g, "");
}

/** Counts the edits that turn one text into the other: letters added, removed or replaced, or two neighbors swapped. */
function editDistance(left: string, right: string): number {
  let beforePrevious: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          isSwap ? (beforePrevious[column - 2] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
