import { crc32, inflateRawSync } from "node:zlib";

/** Limits of one archive. `bytes`: unpacked, of all files together. */
export type ZipLimits = { readonly files: number; readonly fileBytes: number; readonly bytes: number };

export type ZipFile = { readonly path: string; readonly content: Buffer };

/** The files of an archive, or what is wrong with it. `found` is the entry that it is about. */
export type ZipReading =
  | { readonly ok: true; readonly files: readonly ZipFile[] }
  | { readonly ok: false; readonly problem: ZipProblem; readonly found: string };

export type ZipProblem =
  | "broken"
  | "encrypted"
  | "link"
  | "escape"
  | "large_file"
  | "many_files"
  | "not_utf8";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** The longest comment behind the end record. */
const MAX_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;
const FILE_TYPE_MASK = 0o170000;
const LINK_TYPE = 0o120000;

/**
 * Reads a zip archive in memory within limits. Sizes are checked while data is unpacked, so an archive that claims wrong ones, or that unpacks to far
 * more, is refused without unpacking it. Refuses links, encrypted entries, names that lead outside, and archives of the 64-bit form.
 */
export function readZip(bytes: Buffer, limits: ZipLimits): ZipReading {
  try {
    return readEntries(bytes, limits);
  } catch (thrown) {
    // Offsets and sizes are those of the archive: reading beyond its end throws.
    if (thrown instanceof RangeError || isZlibError(thrown)) return refuse("broken", "");
    throw thrown;
  }
}

function readEntries(bytes: Buffer, limits: ZipLimits): ZipReading {
  const end = findEnd(bytes);
  if (end === null) return refuse("broken", "");
  const count = bytes.readUInt16LE(end + 10);
  let offset = bytes.readUInt32LE(end + 16);
  const files: ZipFile[] = [];
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(offset) !== ENTRY) return refuse("broken", "");
    const entry = readEntry(bytes, offset);
    offset = entry.next;
    if (entry.name === null) return refuse("not_utf8", "");
    if (entry.isLink) return refuse("link", entry.name);
    if (!isInsidePath(entry.name)) return refuse("escape", entry.name);
    if (entry.name.endsWith("/")) continue;
    if (entry.isEncrypted) return refuse("encrypted", entry.name);
    if (files.length >= limits.files) return refuse("many_files", entry.name);
    const room = Math.min(limits.fileBytes, limits.bytes - total);
    const content = unpack(bytes, entry, room);
    if (content === "large_file" || content === "broken") return refuse(content, entry.name);
    if (crc32(content) !== entry.checksum) return refuse("broken", entry.name);
    total += content.length;
    files.push({ path: entry.name, content });
  }
  return { ok: true, files };
}

/** Searches backward for the record at the end, behind which there may be a comment. */
function findEnd(bytes: Buffer): number | null {
  const last = bytes.length - END_BYTES;
  for (let offset = last; offset >= Math.max(0, last - MAX_COMMENT); offset -= 1)
    if (bytes.readUInt32LE(offset) === END) return offset;
  return null;
}

type Entry = {
  /** Null if it is not UTF-8. */
  readonly name: string | null;
  readonly isLink: boolean;
  readonly isEncrypted: boolean;
  readonly method: number;
  /** CRC-32 of the unpacked file. */
  readonly checksum: number;
  readonly packedBytes: number;
  readonly localOffset: number;
  readonly next: number;
};

function readEntry(bytes: Buffer, at: number): Entry {
  const nameBytes = bytes.readUInt16LE(at + 28);
  const next = at + ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  const unixMode = bytes.readUInt32LE(at + 38) >>> 16;
  return {
    name: decodeName(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)),
    // Other systems than Unix set the same bits, and programs that unpack do not all look at the system.
    isLink: (unixMode & FILE_TYPE_MASK) === LINK_TYPE,
    isEncrypted: (bytes.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0,
    method: bytes.readUInt16LE(at + 10),
    checksum: bytes.readUInt32LE(at + 16),
    packedBytes: bytes.readUInt32LE(at + 20),
    localOffset: bytes.readUInt32LE(at + 42),
    next,
  };
}

function unpack(
  bytes: Buffer,
  { localOffset, packedBytes, method }: Entry,
  room: number,
): Buffer | "large_file" | "broken" {
  if (bytes.readUInt32LE(localOffset) !== LOCAL) return "broken";
  const start =
    localOffset + LOCAL_BYTES + bytes.readUInt16LE(localOffset + 26) + bytes.readUInt16LE(localOffset + 28);
  if (start + packedBytes > bytes.length) return "broken";
  const packed = bytes.subarray(start, start + packedBytes);
  if (method === STORED) return packed.length > room ? "large_file" : Buffer.from(packed);
  if (method !== DEFLATED) return "broken";
  try {
    // With one byte more than fits, a file that is too large differs from one that fits exactly.
    const content = inflateRawSync(packed, { maxOutputLength: room + 1 });
    return content.length > room ? "large_file" : content;
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ERR_BUFFER_TOO_LARGE")
      return "large_file";
    throw thrown;
  }
}

function decodeName(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns true for a relative path with slashes that stays where it is unpacked, on any system. */
export function isInsidePath(name: string): boolean {
  if (name === "" || name.includes("\0") || name.includes("\\") || /^[/~]|^[a-z]:/iu.test(name)) return false;
  return !name.split("/").includes("..");
}

function refuse(problem: ZipProblem, found: string): ZipReading {
  return { ok: false, problem, found };
}

function isZlibError(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && String(thrown.code).startsWith("Z_");
}
