import { expect, it } from "vitest";
import { touchedFolders } from "./touched-folders.ts";

it("returns every folder of the files once, outer ones first", () => {
  expect(touchedFolders([])).toEqual([]);
  expect(touchedFolders(["a.ts", "src/pay/b.ts", "src/pay/c.ts", "docs/d.md"])).toEqual([
    ...["docs", "src", "src/pay"],
  ]);
});
