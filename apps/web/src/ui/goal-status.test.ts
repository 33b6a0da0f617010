import { describe, expect, it } from "vitest";
import { runStatus } from "./goal-status.ts";

describe("the displayed status of a run", () => {
  it("is completed with problems only for a completed run with errors", () => {
    expect(runStatus("completed", 0)).toBe("completed");
    expect(runStatus("completed", 1)).toBe("problems");
    expect(runStatus("failed", 3)).toBe("failed");
    expect(runStatus("waiting", 3)).toBe("waiting");
  });
});
