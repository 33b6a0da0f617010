import { createInMemoryStores } from "@goaltrace/core/in-memory";
import { storeEventfulRun } from "@goaltrace/core/testing";
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { traceLines } from "./export-lines.ts";

async function fileOf(filler: number): Promise<string> {
  const stores = createInMemoryStores();
  const { scope, second } = await storeEventfulRun(stores, filler);
  let text = "";
  for await (const line of traceLines(stores, scope, second)) text += `${line}\n`;
  return text;
}

it("M20 · a run is exported in the same bytes as ever", async () => {
  await expect(await fileOf(0)).toMatchFileSnapshot("golden/export.jsonl");
});

it("M20 · a run of several pages is exported in the same bytes as ever", async () => {
  const hash = createHash("sha256").update(await fileOf(2_500)).digest("hex");
  expect(hash).toMatchInlineSnapshot(`"92e4cff3f545e551122dc2c5fa2c47c0bc83f8d46f99f94e978d9e56801350b1"`);
});
