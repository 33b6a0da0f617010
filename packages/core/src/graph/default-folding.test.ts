import { describe, expect, it } from "vitest";
import { type OutlineLog, outlineLog } from "../testing/outline-log.ts";
import { defaultFolding, firstError } from "./default-folding.ts";
import { deriveGraph } from "./derive-graph.ts";
import type { Graph } from "./graph.ts";

function graphOf(write: (log: OutlineLog) => void): Graph {
  const log = outlineLog();
  write(log);
  return deriveGraph("task", log.entries);
}

/** Two chains below the root, `a` to `a4` and `b` to `b4`. */
const chains = (log: OutlineLog): void => {
  for (const letter of ["a", "b"]) {
    log.goal(letter);
    for (let level = 1; level <= 4; level += 1)
      log.goal(`${letter}${level}`, level === 1 ? letter : `${letter}${level - 1}`);
  }
};
const folded = (write: (log: OutlineLog) => void): readonly string[] =>
  [...defaultFolding(graphOf(write))].sort();
const end = (log: OutlineLog): void => void log.add({ k: "end", status: "completed", d: "" });

describe("the folding of a run that is opened", () => {
  it("folds goals with sub-goals from the second level on once the run has ended", () => {
    expect(
      folded((log) => {
        chains(log);
        end(log);
      }),
    ).toEqual(["a1", "a2", "a3", "b1", "b2", "b3"]);
  });

  it("keeps the path to the active goal open while the run works", () => {
    expect(folded(chains)).toEqual(["a1", "a2", "a3"]);
    expect(
      folded((log) => {
        chains(log);
        log.turn("a2");
      }),
    ).toEqual(["a2", "a3", "b1", "b2", "b3"]);
  });

  it("keeps the path to every failure open", () => {
    expect(
      folded((log) => {
        chains(log);
        log.status("a4", "failed");
        log.status("b2", "failed");
        end(log);
      }),
    ).toEqual(["b2", "b3"]);
  });

  it("folds nothing in a run without sub-goals", () => {
    expect(folded(() => undefined)).toEqual([]);
    expect(folded((log) => log.goal("a"))).toEqual([]);
  });
});

describe("the first error of a run", () => {
  it("is null without errors", () => {
    expect(firstError(graphOf((log) => void log.add({ k: "limit", d: "steps" })))).toBeNull();
  });

  it("is the error with the lowest sequence, whatever the order of the goals", () => {
    const graph = graphOf((log) => {
      log.goal("a");
      log.goal("b");
      log.add({ k: "retry", attempt: 1, d: "429" }, "b");
      log.add({ k: "error", d: "first" }, "b");
      log.add({ k: "error", d: "second" }, "a");
      log.add({ k: "error", d: "third" }, "b");
    });
    expect(firstError(graph)).toEqual({ goalId: "b", sequence: 4 });
    const inOrder = graphOf((log) => {
      log.goal("a");
      log.goal("b");
      log.add({ k: "error", d: "first" }, "a");
      log.add({ k: "error", d: "second" }, "b");
    });
    expect(firstError(inOrder)).toEqual({ goalId: "a", sequence: 3 });
  });
});
