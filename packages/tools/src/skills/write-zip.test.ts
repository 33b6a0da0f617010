import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/test-context.ts";
import { readZip } from "./read-zip.ts";
import { writeZip } from "./write-zip.ts";

it("writes archives that are read as the same files", () => {
  const name = fc.stringMatching(/^[a-z0-9\u4e00-\u4e20]{1,12}$/u);
  const file = fc.record({
    path: fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
    content: fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
  });
  const limits = { files: 20, fileBytes: 10_000, bytes: 100_000 };
  fc.assert(
    fc.property(fc.uniqueArray(file, { selector: ({ path }) => path, maxLength: 8 }), (files) => {
      expect(readZip(writeZip(files), limits)).toEqual({ ok: true, files });
    }),
  );
});

it("writes archives that other programs open, with their checksums", async () => {
  const folder = await temporaryFolder();
  const files = [
    { path: "triage/SKILL.md", content: Buffer.from("Steps.") },
    { path: "triage/references/数据.bin", content: Buffer.from([0, 255, 13, 10]) },
  ];
  await writeFile(join(folder, "a.zip"), writeZip(files));
  const script =
    "import zipfile; z = zipfile.ZipFile('a.zip'); assert z.testzip() is None; z.extractall('.')";
  execFileSync("python3", ["-c", script], { cwd: folder });
  for (const { path, content } of files) expect(await readFile(join(folder, path))).toEqual(content);
});
