import { describe, expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

const NAMES = ["calculator", "goal", "grep_content", "list_directory", "read_file", "read_result"];

describe("nearestName", () => {
  it.each([
    ["ReadFile", "read_file"],
    ["read.file", "read_file"],
    ["grep_contents", "grep_content"],
    ["calcuator", "calculator"],
    ["goals", "goal"],
    ["gaol", "goal"],
  ])("finds what %s means", (wanted, expected) => {
    expect(nearestName(wanted, NAMES)).toBe(expected);
  });

  it.each(["send_email", "list_dir", "", "x".repeat(100_000)])("finds nothing close to %.20s", (wanted) => {
    expect(nearestName(wanted, NAMES)).toBeUndefined();
    expect(nearestName(wanted, [])).toBeUndefined();
  });

  it("prefers the smallest difference, then the first name", () => {
    expect(nearestName("read_resalt", NAMES)).toBe("read_result");
    expect(nearestName("cat", ["bat", "hat"])).toBe("bat");
  });
});
