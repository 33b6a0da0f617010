/** A contiguous stretch of a running tool's output. `attempt` grows with each execution of the call, `offset` counts UTF-16 units. */
export type OutputPiece = { readonly attempt: number; readonly offset: number; readonly text: string };

/**
 * The end of an output after one more piece, at most `limit` UTF-16 units of it. Pieces may overlap, arrive twice or leave a gap; after a
 * gap the text starts over, because it stays contiguous. A later attempt replaces an earlier one. Returns `known` itself when the piece
 * adds nothing.
 */
export function joinOutput(known: OutputPiece | undefined, piece: OutputPiece, limit: number): OutputPiece {
  if (known === undefined || piece.attempt > known.attempt) return keepEnd(piece, limit);
  const { attempt, offset, text } = known;
  if (piece.attempt < attempt) return known;
  const knownEnd = offset + text.length;
  const pieceEnd = piece.offset + piece.text.length;
  if (piece.offset > knownEnd) return keepEnd(piece, limit);
  const isEarlier = piece.offset < offset && pieceEnd >= offset;
  const before = isEarlier ? piece.text.slice(0, offset - piece.offset) : "";
  const after = pieceEnd > knownEnd ? piece.text.slice(knownEnd - piece.offset) : "";
  if (before === "" && after === "") return known;
  const joined = keepEnd({ attempt, offset: offset - before.length, text: before + text + after }, limit);
  return joined.offset === offset && joined.text === text ? known : joined;
}

/** The last `limit` UTF-16 units of a piece, not beginning inside a surrogate pair. */
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
