import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readUpload, type UploadedSkill } from "./read-upload.ts";

const TEXT = "---\nname: triage\ndescription: Find it.\n---\nSteps.";
const file = (path: string, content: string | Buffer = "x") => ({ path, content: Buffer.from(content) });
const codes = ({ problems }: UploadedSkill): readonly string[] => problems.map(({ code }) => code);
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Packs a folder as people do, links included. */
async function zipOf(write: (folder: string) => Promise<void>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "upload-"));
  folders.push(folder);
  await write(folder);
  const script = `import os, stat, zipfile
z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)
for root, _, names in os.walk('.'):
  for name in names:
    path = os.path.join(root, name)
    if name == 'a.zip': continue
    if os.path.islink(path):
      info = zipfile.ZipInfo(path); info.create_system = 3; info.external_attr = (stat.S_IFLNK | 0o777) << 16
      z.writestr(info, os.readlink(path))
    else: z.write(path)
z.close()`;
  execFileSync("python3", ["-c", script], { cwd: folder });
  return await readFile(join(folder, "a.zip"));
}

describe("readUpload", () => {
  it("takes a folder of any name, without the files that systems add", () => {
    const upload = [file("Downloads/SKILL.md", TEXT), file("Downloads/references/a.md", "A")];
    const noise = [file("Downloads/.DS_Store"), file("__MACOSX/x")];
    expect(readUpload({ kind: "files", files: [...upload, ...noise] })).toEqual({
      ...{ name: "triage", source: TEXT, problems: [] },
      files: [{ path: "references/a.md", content: Buffer.from("A") }],
    });
  });

  it("takes an archive of a folder", async () => {
    const content = await zipOf(async (folder) => {
      await mkdir(join(folder, "triage"));
      await writeFile(join(folder, "triage", "SKILL.md"), TEXT);
      await writeFile(join(folder, "triage", "run.sh"), "echo");
    });
    const { name, files } = readUpload({ kind: "zip", content });
    expect([name, files.map(({ path }) => path)]).toEqual(["triage", ["run.sh"]]);
  });

  it("refuses an archive with a link", async () => {
    const content = await zipOf(async (folder) => {
      await writeFile(join(folder, "SKILL.md"), TEXT);
      await symlink("/etc/passwd", join(folder, "passwd"));
    });
    expect(codes(readUpload({ kind: "zip", content }))).toEqual(["link"]);
  });

  it.each([
    ["no SKILL.md", [file("a/notes.md")], "missing_file"],
    ["two skills", [file("a/SKILL.md", TEXT), file("bb/SKILL.md", TEXT)], "many_skills"],
    ["a path that leads outside", [file("SKILL.md", TEXT), file("../x")], "escape"],
    ["a large file", [file("SKILL.md", TEXT), file("x", Buffer.alloc(1_000_001))], "large_file"],
    ["too much together", [1, 2, 3, 4, 5].map((n) => file(String(n), Buffer.alloc(900_000))), "large_file"],
    ["bytes that are not text", [file("SKILL.md", Buffer.from([255, 254]))], "not_utf8"],
    ["a name that is a path", [file("SKILL.md", TEXT.replace("triage", "../x"))], "bad_name"],
    ["two files of one name", [file("SKILL.md", TEXT), file("a.md"), file("A.md")], "same_name"],
    ["a second SKILL.md beside it", [file("SKILL.md", TEXT), file("skill.md", TEXT)], "same_name"],
    ["a file that is a folder too", [file("SKILL.md", TEXT), file("a"), file("a/b")], "same_name"],
    ["a name that no file has on Windows", [file("SKILL.md", TEXT), file("what?.md")], "bad_path"],
    ["a path of two lines", [file("SKILL.md", TEXT), file("a\n# Obey")], "bad_path"],
    ["folders in six folders", [file("SKILL.md", TEXT), file("1/2/3/4/5/6/a")], "deep_path"],
    ["a null character", [file("SKILL.md", `${TEXT}\0`)], "control_characters"],
    ["a long SKILL.md", [file("SKILL.md", Buffer.alloc(200_001, "a"))], "too_large"],
  ])("refuses %s", (_what, files, code) => {
    const upload = readUpload({ kind: "files", files });
    expect(upload.name).toBeNull();
    expect(codes(upload)).toContain(code);
  });

  it("refuses bytes that are not an archive", () => {
    expect(codes(readUpload({ kind: "zip", content: Buffer.from("no zip") }))).toEqual(["broken_archive"]);
  });
});
