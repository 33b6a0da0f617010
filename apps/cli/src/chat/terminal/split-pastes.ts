/** A piece of what a terminal sends: keys as typed, or a pasted text. */
export type TerminalInput = { readonly kind: "keys" | "paste"; readonly text: string };

const START = "\u001B[200~";
const END = "\u001B[201~";

/**
 * Returns a function that splits the output of a terminal with bracketed paste into keys and pasted texts. A marker may arrive in several
 * pieces. A paste is returned when it is complete.
 */
export function createPasteSplitter(): (piece: string) => readonly TerminalInput[] {
  let pending = "";
  let isPasting = false;
  return (piece) => {
    const inputs: TerminalInput[] = [];
    pending += piece;
    for (;;) {
      const marker = isPasting ? END : START;
      const at = pending.indexOf(marker);
      if (at === -1) break;
      const text = pending.slice(0, at);
      if (isPasting) inputs.push({ kind: "paste", text });
      else if (text !== "") inputs.push({ kind: "keys", text });
      pending = pending.slice(at + marker.length);
      isPasting = !isPasting;
    }
    if (isPasting) return inputs;
    const keys = pending.slice(0, pending.length - markerStart(pending));
    pending = pending.slice(keys.length);
    if (keys !== "") inputs.push({ kind: "keys", text: keys });
    return inputs;
  };
}

/** Returns how many characters at the end of a text may begin the marker. A lone Escape is a key. */
function markerStart(text: string): number {
  for (let length = START.length - 1; length > 2; length -= 1)
    if (text.endsWith(START.slice(0, length))) return length;
  return 0;
}
