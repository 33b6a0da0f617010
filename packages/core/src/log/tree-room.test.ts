import { expect, it } from "vitest";
import { treeRoom } from "./tree-room.ts";

it("counts the runs below the root, and the working ones as taken places", () => {
  const run = (status: "running" | "waiting" | "completed", parentId: string | null = "root") => ({
    ...{ parentId, status },
  });
  expect(treeRoom([run("running", null)])).toEqual({ more: 64, places: 8, depth: 3 });
  const family = [run("running", null), run("running"), run("waiting"), run("completed", "a")];
  expect(treeRoom(family)).toEqual({ more: 61, places: 7, depth: 3 });
  expect(treeRoom(Array.from({ length: 80 }, () => run("running")))).toMatchObject({ more: 0, places: 0 });
});
