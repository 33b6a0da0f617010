import { describe, expect, it } from "vitest";
import { joinSegments, type LogHeader, resolveLog } from "./fork.ts";

const header = (
  id: string,
  lastSequence: number,
  origin: readonly [string, number] | null = null,
): LogHeader => ({
  id,
  lastSequence,
  origin: origin && { kind: "forks", traceId: origin[0], sequence: origin[1] },
});
const missing = (id: string): object => ({
  code: "NOT_FOUND",
  message: `The log refers to trace ${id}, which does not exist.`,
  fix: "Restore that trace from an export, or export this trace together with its ancestors.",
});
const circular = (id: string): object => ({
  code: "INTERNAL",
  message: `The log of trace ${id} refers back to itself.`,
  fix: "The stored origins are corrupt; restore the trace from an export or a backup.",
});
const failureOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe("the segments of a log", () => {
  it.each<[string, LogHeader, readonly LogHeader[], readonly (readonly [string, number, number])[]]>([
    ["a trace of its own", header("a", 3), [], [["a", 1, 3]]],
    ["a trace without entries", header("a", 0), [], []],
    ["a fork without entries of its own", header("b", 2, ["a", 2]), [header("a", 5)], [["a", 1, 2]]],
    [
      "a fork with one entry",
      header("b", 3, ["a", 2]),
      [header("a", 5)],
      [
        ["a", 1, 2],
        ["b", 3, 3],
      ],
    ],
    ["a fork at the very start", header("b", 2, ["a", 0]), [header("a", 5)], [["b", 1, 2]]],
    [
      "a fork of a fork, before that fork began",
      header("c", 4, ["b", 2]),
      [header("a", 9), header("b", 9, ["a", 6])],
      [
        ["a", 1, 2],
        ["c", 3, 4],
      ],
    ],
  ])("are those of %s", (_, trace, ancestors, segments) => {
    expect(joinSegments(trace, ancestors)).toEqual(
      segments.map(([traceId, from, to]) => ({ traceId, from, to })),
    );
  });

  it("cannot be joined without an ancestor or with a circular chain", () => {
    expect(failureOf(() => joinSegments(header("b", 3, ["a", 2]), []))).toMatchObject(missing("a"));
    const circle = [header("b", 3, ["a", 2]), header("a", 3, ["b", 2])];
    expect(failureOf(() => joinSegments(header("a", 3, ["b", 2]), circle))).toMatchObject(circular("a"));
  });
});

describe("the resolved log of a trace", () => {
  const fetchFrom = (...headers: readonly LogHeader[]) => {
    const asked: string[] = [];
    const fetch = async (id: string): Promise<LogHeader | undefined> => {
      asked.push(id);
      return headers.find((trace) => trace.id === id);
    };
    return { asked, fetch };
  };

  it("fetches each ancestor once, from the nearest to the first", async () => {
    const { asked, fetch } = fetchFrom(header("a", 9), header("b", 9, ["a", 4]));
    await expect(resolveLog(fetch, header("c", 8, ["b", 6]))).resolves.toEqual([
      { traceId: "a", from: 1, to: 4 },
      { traceId: "b", from: 5, to: 6 },
      { traceId: "c", from: 7, to: 8 },
    ]);
    expect(asked).toEqual(["b", "a"]);
  });

  it("fetches nothing for a trace of its own", async () => {
    const { asked, fetch } = fetchFrom();
    await expect(resolveLog(fetch, header("a", 2))).resolves.toEqual([{ traceId: "a", from: 1, to: 2 }]);
    expect(asked).toEqual([]);
  });

  it("fails when an ancestor is missing", async () => {
    const { fetch } = fetchFrom();
    await expect(resolveLog(fetch, header("b", 3, ["a", 2]))).rejects.toMatchObject(missing("a"));
  });

  it("fails on a circular chain, at the trace itself or among its ancestors", async () => {
    const itself = fetchFrom(header("a", 3, ["a", 2]));
    await expect(resolveLog(itself.fetch, header("a", 3, ["a", 2]))).rejects.toMatchObject(circular("a"));
    expect(itself.asked).toEqual([]);
    const among = fetchFrom(header("b", 3, ["c", 2]), header("c", 3, ["b", 2]));
    await expect(resolveLog(among.fetch, header("a", 3, ["b", 2]))).rejects.toMatchObject(circular("b"));
    expect(among.asked).toEqual(["b", "c"]);
  });
});
