/** A contiguous part of a running tool's output. `attempt` grows with each execution of the call, `offset` counts UTF-16 units. */
export type OutputPiece = { readonly attempt: number; readonly offset: number; readonly text: string };

/**
 * Joins one more piece to the tail of an output and returns at most its last `limit` UTF-16 units. Pieces may overlap, arrive twice or
 * leave a gap; after a gap the text restarts, because it must stay contiguous. A later attempt replaces an earlier one. Returns `current`
 * itself when the piece adds nothing.
 */
export function joinOutput(current: OutputPiece | undefined, piece: OutputPiece, limit: number): OutputPiece {
  if (current === undefined || piece.attempt > current.attempt) return keepEnd(piece, limit);
  const { attempt, offset, text } = current;
  if (piece.attempt < attempt) return current;
  const currentEnd = offset + text.length;
  const pieceEnd = piece.offset + piece.text.length;
  if (piece.offset > currentEnd) return keepEnd(piece, limit);
  const isEarlier = piece.offset < offset && pieceEnd >= offset;
  const before = isEarlier ? piece.text.slice(0, offset - piece.offset) : "";
  const after = piece.text.slice(currentEnd - piece.offset);
  const joined = keepEnd({ attempt, offset: offset - before.length, text: before + text + after }, limit);
  return joined.offset === offset && joined.text === text ? current : joined;
}

/** Returns the last `limit` UTF-16 units of a piece, never starting inside a surrogate pair. */
export function keepEnd(piece: OutputPiece, limit: number): OutputPiece {
  const { attempt, offset, text } = piece;
  if (text.length <= limit) return piece;
  const cut = text.length - limit;
  const start = isLowSurrogate(text.charCodeAt(cut)) ? cut + 1 : cut;
  return { attempt, offset: offset + start, text: text.slice(start) };
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
