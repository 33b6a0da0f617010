/** Twice as many slots as texts, and a power of two: a text that is not in the table is known after two looks on average. */
const MIN_SLOTS_PER_TEXT = 2;
const WORD = 4;

/** FNV-1a over UTF-16 units. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Returns the file of a table of tokens: `ranks` has the text of each token, or its bytes if they are not a text, by its rank. Its parts are the numbers of
 * ranks and of slots, the start of each text, the slots with the ranks (0 for none, otherwise one more), and all texts in one.
 */
export function tokenTable(ranks) {
  const texts = ranks.map((value) => (typeof value === "string" ? value : ""));
  let slotCount = 1;
  while (slotCount < texts.length * MIN_SLOTS_PER_TEXT) slotCount *= 2;
  const starts = new Uint32Array(texts.length + 1);
  const slots = new Uint32Array(slotCount);
  for (const [rank, text] of texts.entries()) {
    starts[rank + 1] = starts[rank] + text.length;
    if (text === "") continue;
    let slot = hashOf(text) & (slotCount - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
    slots[slot] = rank + 1;
  }
  return Buffer.concat([
    ...[Uint32Array.of(texts.length, slotCount), starts, slots].map((part) => Buffer.from(part.buffer)),
    Buffer.from(texts.join(""), "utf16le"),
  ]);
}

/** Opens the file of a table. Its `get` returns the rank of a text as a `Map` would, which would take a tenth of a second to fill. */
export function openTokenTable(file) {
  const words = (at, count) => new Uint32Array(file.buffer, file.byteOffset + at * WORD, count);
  const [count, slotCount] = words(0, 2);
  const starts = words(2, count + 1);
  const slots = words(count + 3, slotCount);
  const texts = file.toString("utf16le", (count + 3 + slotCount) * WORD);
  const mask = slotCount - 1;
  return {
    get(text) {
      for (let slot = hashOf(text) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const rank = slots[slot] - 1;
        const start = starts[rank];
        if (starts[rank + 1] - start === text.length && texts.startsWith(text, start)) return rank;
      }
      return undefined;
    },
  };
}

/** Returns the tokens that are not a text, as the tokenizer expects them: an array by rank with holes. */
export function binaryRanks(ranks) {
  const binary = [];
  binary.length = ranks.length;
  for (const [rank, value] of ranks.entries()) if (typeof value !== "string") binary[rank] = value;
  return binary;
}
