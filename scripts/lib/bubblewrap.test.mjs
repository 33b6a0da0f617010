import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { hasBubblewrap } from "./bubblewrap.mjs";

it("finds bubblewrap in a folder of the search path, where it can be run", () => {
  const [empty, full] = ["empty", "full"].map((name) =>
    path.join(mkdtempSync(path.join(tmpdir(), "bwrap-")), name),
  );
  for (const folder of [empty, full]) mkdirSync(folder);
  writeFileSync(path.join(full, "bwrap"), "");
  expect(hasBubblewrap([empty, full].join(path.delimiter))).toBe(false);
  chmodSync(path.join(full, "bwrap"), 0o755);
  expect(hasBubblewrap([empty, full].join(path.delimiter))).toBe(true);
  expect(hasBubblewrap(empty)).toBe(false);
});
