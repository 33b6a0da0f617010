import { execFileSync } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/test-context.ts";
import { readZip, type ZipReading } from "./read-zip.ts";

const LIMITS = { files: 10, fileBytes: 1_000, bytes: 2_000 };
type Made = {
  readonly name: string | Buffer;
  readonly content: Buffer;
  readonly mode?: number;
  readonly flags?: number;
  /** The unpacked size that the archive claims. */
  readonly claimed?: number;
  readonly stored?: boolean;
  /** @default that of the content */
  readonly checksum?: number;
  /** The number of the system that made the entry. @default Unix */
  readonly system?: number;
};

/** Writes an archive by hand, so that it can lie. */
function zip(made: readonly Made[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644, flags = 0, claimed = content.length, ...more } of made) {
    const nameBytes = Buffer.from(name);
    const { stored, checksum = crc32(content), system = 3 } = more;
    const packed = stored === true ? content : deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(nameBytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(system << 8, 4);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(stored === true ? 0 : 8, 10);
    entry.writeUInt32LE(checksum, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claimed, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, nameBytes, packed);
    entries.push(entry, nameBytes);
    offset += local.length + nameBytes.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(made.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const file = (name: string, size = 3): Made => ({ name, content: Buffer.alloc(size, "a") });
const problem = (reading: ZipReading): unknown => (reading.ok ? null : [reading.problem, reading.found]);

describe("readZip", () => {
  it("reads files, packed and stored, and skips folders", () => {
    const archive = zip([
      { name: "skill/", content: Buffer.alloc(0) },
      file("skill/SKILL.md"),
      { ...file("skill/名.md"), stored: true },
    ]);
    const reading = readZip(archive, LIMITS);
    expect(reading.ok && reading.files.map(({ path, content }) => [path, content.toString()])).toEqual([
      ["skill/SKILL.md", "aaa"],
      ["skill/名.md", "aaa"],
    ]);
  });

  it("reads an archive of another program", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "s"));
    await writeFile(join(folder, "s", "SKILL.md"), "text ".repeat(100));
    await symlink("/etc/passwd", join(folder, "s", "passwd"));
    const script =
      "import zipfile; z=zipfile.ZipFile('a.zip','w',zipfile.ZIP_DEFLATED); z.write('s/SKILL.md'); z.close()";
    execFileSync("python3", ["-c", script], { cwd: folder });
    const reading = readZip(await readFile(join(folder, "a.zip")), LIMITS);
    expect(reading.ok && reading.files[0]?.content.toString()).toBe("text ".repeat(100));
  });

  it.each([
    "../SKILL.md",
    "a/../../SKILL.md",
    "/etc/passwd",
    "C:/SKILL.md",
    "..\\SKILL.md",
    "a\0b",
    "~/SKILL.md",
    "",
  ])("refuses the name %j, which leads outside", (name) => {
    expect(problem(readZip(zip([file(name)]), LIMITS))).toEqual(["escape", name]);
  });

  it("refuses links, encrypted entries, names of other encodings, and too many files", () => {
    const link = { ...file("passwd"), mode: 0o120777 };
    expect(problem(readZip(zip([link]), LIMITS))).toEqual(["link", "passwd"]);
    expect(problem(readZip(zip([{ ...file("a"), flags: 1 }]), LIMITS))).toEqual(["encrypted", "a"]);
    const latin = { ...file("a"), name: Buffer.from("caf\xe9", "latin1") };
    expect(problem(readZip(zip([latin]), LIMITS))).toEqual(["not_utf8", ""]);
    const many = Array.from({ length: 11 }, (_, index) => file(`f${String(index)}`));
    expect(problem(readZip(zip(many), LIMITS))).toEqual(["many_files", "f10"]);
  });

  it("refuses a link of another system, and contents that are not those that were packed", () => {
    const link = { ...file("passwd"), mode: 0o120777 };
    for (const system of [0, 19])
      expect(problem(readZip(zip([{ ...link, system }]), LIMITS))).toEqual(["link", "passwd"]);
    expect(problem(readZip(zip([{ ...file("a"), checksum: 1 }]), LIMITS))).toEqual(["broken", "a"]);
  });

  it("reads entries whose sizes follow their data, and does not unpack an archive within", async () => {
    const folder = await temporaryFolder();
    const script = `import io, zipfile
inner = io.BytesIO()
with zipfile.ZipFile(inner, 'w') as z: z.writestr('SKILL.md', 'inner')
class Pipe(io.RawIOBase):
  def __init__(self): self.data = b''
  def writable(self): return True
  def write(self, b): self.data += bytes(b); return len(b)
out = Pipe()
with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as z:
  z.writestr('SKILL.md', 'outer'); z.writestr('inner.zip', inner.getvalue())
open('a.zip', 'wb').write(out.data)`;
    execFileSync("python3", ["-c", script], { cwd: folder });
    const archive = await readFile(join(folder, "a.zip"));
    // The third bit says that the sizes are behind the data.
    expect(archive.readUInt16LE(6) & 8).toBe(8);
    const reading = readZip(archive, LIMITS);
    expect(reading.ok && reading.files.map(({ path }) => path)).toEqual(["SKILL.md", "inner.zip"]);
    expect(reading.ok && reading.files[1]?.content.subarray(0, 2).toString()).toBe("PK");
  });

  it("refuses archives of the 64-bit form, and a directory that leads to itself", () => {
    const long = zip([file("a")]);
    const entry = long.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    long.writeUInt32LE(0xffffffff, entry + 20);
    expect(problem(readZip(long, LIMITS))).toEqual(["broken", "a"]);
    const far = zip([file("a")]);
    far.writeUInt32LE(0xffffffff, far.length - 6);
    expect(problem(readZip(far, LIMITS))).toEqual(["broken", ""]);
    const repeated = zip(Array.from({ length: 11 }, () => file("a", 900)));
    for (let at = 0; (at = repeated.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), at)) !== -1; at += 4)
      repeated.writeUInt32LE(0, at + 42);
    // Entries that share their data are counted each.
    expect(problem(readZip(repeated, LIMITS))).toEqual(["large_file", "a"]);
  });

  it("takes files up to the limits exactly, and refuses one byte more", () => {
    const sizes = (...bytes: readonly number[]): unknown =>
      problem(readZip(zip(bytes.map((size, index) => file(`f${String(index)}`, size))), LIMITS));
    expect(sizes(1_000, 1_000)).toBeNull();
    expect(sizes(1_001)).toEqual(["large_file", "f0"]);
    expect(sizes(1_000, 1_000, 1)).toEqual(["large_file", "f2"]);
  });

  it("refuses an archive that unpacks to a thousand times its size, whatever size it claims", () => {
    const bomb = { name: "zeros", content: Buffer.alloc(60_000_000), claimed: 10 };
    const archive = zip([bomb]);
    expect(archive.length).toBeLessThan(100_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(problem(readZip(archive, LIMITS))).toEqual(["large_file", "zeros"]);
    // It is not unpacked first and measured afterward.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it("never throws, whichever bytes are changed or missing", () => {
    const whole = zip([file("a/SKILL.md", 300), file("b.md", 20)]);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.nat(whole.length),
        (changes, length) => {
          const archive = Buffer.from(whole);
          for (const [at, value] of changes) archive[at] = value;
          const reading = readZip(archive.subarray(0, length), LIMITS);
          if (reading.ok) expect(reading.files.every(({ content }) => content.length <= 1_000)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
