const NEWLINE = 0x0a;

/**
 * Cuts a stream of bytes into lines. A line longer than `maxBytes` calls `onTooLong` once, and nothing is read any more; the memory that it holds
 * never exceeds that length by more than one chunk.
 */
export function createLineReader(options: {
  readonly maxBytes: number;
  readonly onLine: (line: string) => void;
  readonly onTooLong: () => void;
}): (chunk: Buffer) => void {
  const { maxBytes, onLine, onTooLong } = options;
  let pieces: Buffer[] = [];
  let length = 0;
  let isOver = false;
  const take = (piece: Buffer): string => {
    const line = Buffer.concat([...pieces, piece]).toString("utf8");
    pieces = [];
    length = 0;
    return line;
  };
  return (chunk) => {
    let rest = chunk;
    while (!isOver) {
      const end = rest.indexOf(NEWLINE);
      const piece = end === -1 ? rest : rest.subarray(0, end);
      if (length + piece.length > maxBytes) {
        isOver = true;
        pieces = [];
        onTooLong();
        return;
      }
      if (end === -1) {
        pieces.push(piece);
        length += piece.length;
        return;
      }
      const line = take(piece).trim();
      if (line !== "") onLine(line);
      rest = rest.subarray(end + 1);
    }
  };
}
