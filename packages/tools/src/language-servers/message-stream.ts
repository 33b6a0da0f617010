const SEPARATOR = Buffer.from("\r\n\r\n");
const HEADER_MAX_BYTES = 4_096;

/** Writes a message with the header of the protocol. */
export function frame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${String(body.length)}\r\n\r\n`), body]);
}

/**
 * Cuts a stream of bytes into the bodies of messages. `onBroken` is called once, for anything but messages and for a message of more than `maxBytes`;
 * nothing is read after that.
 */
export function createMessageReader(options: {
  readonly maxBytes: number;
  readonly onMessage: (body: string) => void;
  readonly onBroken: (reason: string) => void;
}): (chunk: Buffer) => void {
  const { maxBytes, onMessage, onBroken } = options;
  let pieces: Buffer[] = [];
  let held = 0;
  /** The number of bytes below which no message can be complete. */
  let wanted = 0;
  let isBroken = false;
  const fail = (reason: string): void => {
    isBroken = true;
    pieces = [];
    onBroken(reason);
  };
  const next = (bytes: Buffer): Buffer | null => {
    const end = bytes.indexOf(SEPARATOR);
    if (end === -1) {
      if (bytes.length > HEADER_MAX_BYTES) fail("It sent something else than messages.");
      return null;
    }
    const length = Number(
      /content-length: *(\d+)/iu.exec(bytes.toString("latin1", 0, end))?.[1] ?? Number.NaN,
    );
    if (Number.isNaN(length)) return (fail("It sent something else than messages."), null);
    if (length > maxBytes) return (fail("It sent a message that is too large."), null);
    const start = end + SEPARATOR.length;
    wanted = start + length;
    if (bytes.length < wanted) return null;
    const rest = bytes.subarray(wanted);
    wanted = 0;
    onMessage(bytes.toString("utf8", start, start + length));
    return rest;
  };
  return (chunk) => {
    if (isBroken) return;
    pieces.push(chunk);
    held += chunk.length;
    if (held < wanted) return;
    let bytes: Buffer = Buffer.concat(pieces);
    for (let rest = next(bytes); rest !== null && !isBroken; rest = next(bytes)) bytes = rest;
    pieces = isBroken ? [] : [bytes];
    held = isBroken ? 0 : bytes.length;
  };
}
