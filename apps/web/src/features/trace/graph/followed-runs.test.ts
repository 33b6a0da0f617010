import { expect, it } from "vitest";
import { wasFollowed, withFollowed } from "./followed-runs.ts";

const follow = (...ids: readonly string[]): string =>
  ids.reduce<string>((cookie, id) => withFollowed(cookie, id), "");

it("knows the runs that were followed", () => {
  const cookie = follow("run-aaaaaaaa", "run-bbbbbbbb");
  expect(["run-aaaaaaaa", "run-bbbbbbbb", "run-cccccccc"].map((id) => wasFollowed(cookie, id))).toEqual([
    ...[true, true, false],
  ]);
  expect(wasFollowed(undefined, "run-aaaaaaaa")).toBe(false);
});

it("forgets the run that was followed longest ago when there are too many", () => {
  const ids = Array.from({ length: 41 }, (_, index) => `run-${String(index).padStart(8, "0")}`);
  const cookie = follow(ids[0] ?? "", ids[1] ?? "", ids[0] ?? "", ...ids.slice(2));
  expect(wasFollowed(cookie, ids[1] ?? "")).toBe(false);
  expect([ids[0], ids[2], ids.at(-1)].every((id) => wasFollowed(cookie, id ?? ""))).toBe(true);
});
