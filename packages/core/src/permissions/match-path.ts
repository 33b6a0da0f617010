/**
 * Returns a path in the form that patterns match: with `/`, without `.` and empty segments, `..` resolved as far as the path itself reaches. The
 * project folder is `.`; a path that leaves it keeps its leading `..` or `/`.
 */
export function normalizePath(path: string): string {
  const isAbsolute = path.startsWith("/");
  const segments: string[] = [];
  for (const segment of path.replaceAll("\\", "/").split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else if (segment !== ".." || !isAbsolute) segments.push(segment);
  }
  const joined = segments.join("/");
  return isAbsolute ? `/${joined}` : joined === "" ? "." : joined;
}

/**
 * Returns true if a glob matches a normalized path: `**` stands for any number of segments, `*` for any characters of one, `?` for one character.
 * A pattern without wildcards also matches everything below that folder. Takes time proportional to the product of both lengths.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const normalized = normalizePath(pattern);
  const segments = path === "." ? [] : path.split("/");
  if (!/[*?]/u.test(normalized))
    return normalized === "." || path === normalized || path.startsWith(`${normalized}/`);
  return matchesList(normalized.split("/"), segments, {
    isAny: (part) => part === "**",
    matches: (part, segment) => matchesSegment(part, segment),
  });
}

function matchesSegment(pattern: string, segment: string): boolean {
  return matchesList([...pattern], [...segment], {
    isAny: (character) => character === "*",
    matches: (character, other) => character === "?" || character === other,
  });
}

/** Matches a list against a pattern whose `isAny` items stand for any number of items, without backtracking over more than the last one. */
function matchesList(
  pattern: readonly string[],
  items: readonly string[],
  rules: { isAny(part: string): boolean; matches(part: string, item: string): boolean },
): boolean {
  let reachable = [true, ...pattern.map(() => false)];
  const skipAny = (states: boolean[]): boolean[] => {
    for (const [index, part] of pattern.entries())
      if (states[index] === true && rules.isAny(part)) states[index + 1] = true;
    return states;
  };
  reachable = skipAny(reachable);
  for (const item of items) {
    const next = reachable.map(() => false);
    for (const [index, part] of pattern.entries()) {
      if (reachable[index] !== true) continue;
      if (rules.isAny(part)) next[index] = true;
      else if (rules.matches(part, item)) next[index + 1] = true;
    }
    reachable = skipAny(next);
  }
  return reachable[pattern.length] === true;
}
