import type { CodeFacts } from "../facts.ts";

/** Functions and imports of a file as lines, which two readers of the file can be compared by. */
export type ReferenceFacts = { readonly functions: readonly string[]; readonly imports: readonly string[] };

/** Writes facts as the references write theirs. */
export function toReference(
  { functions, imports }: CodeFacts,
  style: "typescript" | "python",
): ReferenceFacts {
  return {
    functions: functions.map(({ name, container, parameters, returns, isAsync, endLine }) => {
      const list = parameters
        .map((one) =>
          style === "typescript"
            ? one.text
            : `${one.name}${one.type === null ? "" : `:${one.type}`}${one.default === null ? "" : `=${one.default}`}`,
        )
        .filter((text) => text !== "/" && text !== "*")
        .join(",");
      const own = `${name}(${list}):${returns ?? ""}`;
      return [...(container === "" ? [] : [container]), own, isAsync ? "async" : "", String(endLine)].join(
        "|",
      );
    }),
    imports: imports.map(({ line, module, names }) => `${String(line)}|${module}|${names.join(",")}`),
  };
}

/** Shares of lines that both have. */
export type Agreement = {
  readonly both: number;
  readonly all: number;
  readonly differing: readonly string[];
};

/** Compares lines regardless of white space, their order and how names are joined. */
export function compareLines(ours: readonly string[], theirs: readonly string[]): Agreement {
  const left = countsOf(ours);
  const right = countsOf(theirs);
  let both = 0;
  let all = 0;
  const differing: string[] = [];
  for (const line of new Set([...left.keys(), ...right.keys()])) {
    const [mine, other] = [left.get(line) ?? 0, right.get(line) ?? 0];
    both += Math.min(mine, other);
    all += Math.max(mine, other);
    if (mine !== other) differing.push(`${mine > other ? "+" : "-"} ${line}`);
  }
  return { both, all, differing };
}

function countsOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const key = line.replaceAll(/\s+/gu, "").replaceAll(/\|(?=.*\()/gu, ".");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
