import { type FileHandle, open } from "node:fs/promises";

/** Bytes read at once beyond the size that a file reports, which is 0 in /proc. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads an open file from its start; returns undefined when it has more than `maxBytes`. Never reads more, even when the file grows or its
 * reported size is wrong. Errors: those of the system.
 */
export async function readBounded(handle: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const { size } = await handle.stat();
  if (size > maxBytes) return undefined;
  const pieces: Buffer[] = [];
  let length = 0;
  for (let room = Math.max(size, PIECE_BYTES); ; room = Math.min(PIECE_BYTES, maxBytes - length + 1)) {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(room), position: length });
    if (bytesRead === 0) break;
    length += bytesRead;
    if (length > maxBytes) return undefined;
    pieces.push(buffer.subarray(0, bytesRead));
  }
  const [whole] = pieces;
  return pieces.length === 1 && whole !== undefined ? whole : Buffer.concat(pieces);
}

/** Reads at most the first `maxBytes` of an open file. Errors: those of the system. */
export async function readStart(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(maxBytes), position: 0 });
  return buffer.subarray(0, bytesRead);
}

/** As `readBounded`, by path. */
export async function readFileBounded(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const handle = await open(path, "r");
  try {
    return await readBounded(handle, maxBytes);
  } finally {
    await handle.close();
  }
}
