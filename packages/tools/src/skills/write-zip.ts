import { crc32, deflateRawSync } from "node:zlib";
import type { ZipFile } from "./read-zip.ts";

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UNIX = 3;
/** Names are UTF-8. */
const UTF8_FLAG = 0x800;
const DEFLATED = 8;
/** 1 January 1980, the first day that the format has: the same files give the same bytes. */
const FIRST_DAY = 0x21;
const FILE_MODE = 0o100644;

/** Packs files into a zip archive. For few files of a few megabytes: everything is in memory, and the 64-bit form is not written. */
export function writeZip(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content);
    const facts = describe(content, { name, packed });
    const local = Buffer.concat([Buffer.alloc(4), facts, name, packed]);
    local.writeUInt32LE(LOCAL, 0);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(ENTRY, 0);
    entry.writeUInt16LE((UNIX << 8) | VERSION, 4);
    facts.copy(entry, 6);
    entry.writeUInt32LE((FILE_MODE << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    locals.push(local);
    entries.push(entry, name);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** The 26 bytes about a file that its local header and its entry have in common. */
function describe(
  content: Buffer,
  { name, packed }: { readonly name: Buffer; readonly packed: Buffer },
): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(UTF8_FLAG, 2);
  facts.writeUInt16LE(DEFLATED, 4);
  facts.writeUInt16LE(FIRST_DAY, 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}
