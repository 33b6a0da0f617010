import type http from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, constants, type Zlib } from "node:zlib";

/** Emits decompressed data as soon as it is available instead of when a buffer is full. */
const FLUSH = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

/** Returns the body of a response, decompressed as its headers say. An encoding that is not known is left as it is. */
export function decompress(incoming: http.IncomingMessage): Readable {
  const decoder = createDecompressor(incoming.headers["content-encoding"] ?? "identity");
  return decoder === null ? incoming : pipeline(incoming, decoder, () => undefined);
}

function createDecompressor(encoding: string): (NodeJS.ReadWriteStream & Zlib & Readable) | null {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip(FLUSH);
    case "deflate":
      return createInflate(FLUSH);
    case "br":
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}
