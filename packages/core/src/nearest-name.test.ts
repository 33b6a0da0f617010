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
  ])("finds the name closest to %s", (name, expected) => {
    expect(nearestName(name, NAMES)).toBe(expected);
  });

  it.each(["send_email", "list_dir", "", "x".repeat(100_000)])(
    "returns undefined if no name is close to %.20s",
    (name) => {
      expect(nearestName(name, NAMES)).toBeUndefined();
      expect(nearestName(name, [])).toBeUndefined();
    },
  );

  it("prefers the smallest difference, then the first name", () => {
    expect(nearestName("read_resalt", NAMES)).toBe("read_result");
    expect(nearestName("cat", ["bat", "hat"])).toBe("bat");
  });
});
