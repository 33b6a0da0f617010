import { expect, it } from "vitest";
import { nameProfileVersions, readProfileVersions } from "./profile-versions.ts";

it("reads the versions that it names, including those of earlier logs, and nothing else", () => {
  const files = [
    { file: "soul", day: null, version: 1 },
    { file: "daily", day: "2026-11-23", version: 12 },
  ] as const;
  expect(nameProfileVersions(files)).toBe("soul 1, daily 2026-11-23 12");
  expect(readProfileVersions(nameProfileVersions(files))).toEqual(files);
  expect(readProfileVersions("user 2, daily 3")).toEqual([
    { file: "user", day: null, version: 2 },
    { file: "daily", day: null, version: 3 },
  ]);
  expect(readProfileVersions("")).toEqual([]);
  expect(readProfileVersions("AGENTS.md, constructor 1")).toEqual([]);
});
