import { describe, expect, it } from "vitest";
import { FEEDBACK_TUNING } from "./tunables.ts";
import { feedbackPoints } from "./feedback-points.ts";

const collection = { own: new Set(["camp"]), rarityOf: () => 1, documentsWith: () => 2 };
const found = (texts: readonly string[]) =>
  texts.map((text, index) => ({ score: 10 - index, terms: text.split(" ") }));

describe("feedbackPoints", () => {
  it("gives points to documents with the words that the best ones share", () => {
    const points = feedbackPoints(
      found(["camp tent river", "camp tent river", "tent river lantern", "camp invoice"]),
      collection,
    );
    expect(points[2]).toBeGreaterThan(points[3] ?? 0);
  });

  it("counts neither the words of the query, nor general ones, nor those of a single document", () => {
    const shares = { ...collection, own: new Set(["camp"]) };
    expect(feedbackPoints(found(["camp time", "camp time"]), shares)).toEqual([0, 0]);
    const single = { ...collection, documentsWith: () => 1 };
    expect(feedbackPoints(found(["camp tent", "camp"]), single)).toEqual([0, 0]);
  });

  it("adds at most its share of the best score, and nothing without a score", () => {
    const terms = "tent river lantern fire stars night".split(" ");
    const points = feedbackPoints(
      [
        { score: 10, terms },
        { score: 9, terms },
      ],
      collection,
    );
    for (const value of points) expect(value).toBeLessThanOrEqual(FEEDBACK_TUNING.share * 10);
    expect(feedbackPoints([{ score: 0, terms }], collection)).toEqual([0]);
    expect(feedbackPoints([], collection)).toEqual([]);
  });
});
