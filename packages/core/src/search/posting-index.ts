/** How a field counts: its weight against the others, and how much long texts of it are discounted (0 to 1). */
type FieldTuning = { readonly weight: number; readonly lengthDiscount: number };

/** The documents that contain a term, in ascending order of their slots, each with its counts per field packed into one number. */
type Postings = { readonly slots: number[]; readonly counts: number[] };

/** One term of a query at work: its share of the query, its rarity, and the number of documents that contain it. */
export type TermMatch = {
  readonly term: string;
  readonly share: number;
  readonly rarity: number;
  readonly documents: number;
};

/**
 * An inverted index over documents with fields, ranked by BM25F (Robertson, Zaragoza and Taylor, 2004): counts of a term are weighted and
 * discounted per field, added up, and saturate together.
 */
export type PostingIndex = {
  /** Adds a document, with the terms of each field in the order of the tuning. Slots ascend and are never used twice. */
  add(slot: number, fields: readonly (readonly string[])[]): void;
  remove(slot: number, fields: readonly (readonly string[])[]): void;
  has(this: void, term: string): boolean;
  /** The rarity of a term, the highest for unknown ones. */
  rarityOf(this: void, term: string): number;
  /** The number of documents that contain a term. */
  documentsWith(this: void, term: string): number;
  match(query: ReadonlyMap<string, number>): readonly TermMatch[];
  /** Calls `visit` with the points of each document that contains the term, and its count in all fields together. */
  visit(match: TermMatch, visit: (slot: number, points: number, count: number) => void): void;
  /** The points of one document for a term; 0 without it. */
  pointsOf(match: TermMatch, slot: number): number;
};

/** Counts per field are kept in 7 bits: more repetitions of a term say nothing new. */
const COUNT_BITS = 7;
const MAX_COUNT = 2 ** COUNT_BITS - 1;
/** In a few documents every word looks common, so they count as part of a collection of this size. */
export const SMALL_COLLECTION = 40;

/** A larger collection that the documents of an index were chosen from: it says how rare words are. */
export type Collection = { readonly size: number; documentsWith(term: string): number };

/**
 * Creates an empty index. At most four fields. `saturation` is the parameter k1 of BM25. `collection`: what rarity is measured in. Default: the
 * documents of the index.
 */
export function createPostingIndex(
  tuning: readonly FieldTuning[],
  saturation: number,
  collection: Collection | null = null,
): PostingIndex {
  const postings = new Map<string, Postings>();
  const width = tuning.length;
  /** Lengths of all fields of all documents, by slot and field. */
  const lengths: number[] = [];
  const totals = tuning.map(() => 0);
  let size = 0;

  const documentsWith = (term: string): number => postings.get(term)?.slots.length ?? 0;
  const rarityOf = (term: string): number =>
    collection === null
      ? rarity(Math.max(size, SMALL_COLLECTION), documentsWith(term))
      : rarity(collection.size, Math.max(collection.documentsWith(term), documentsWith(term)));

  /** Weighted and discounted counts of a term in one document. */
  const weigh = (slot: number, packed: number): number => {
    let weighted = 0;
    for (let field = 0, rest = packed; rest > 0; field += 1, rest >>>= COUNT_BITS) {
      const times = rest & MAX_COUNT;
      const own = tuning[field];
      if (times === 0 || own === undefined) continue;
      const relative = ((lengths[slot * width + field] ?? 0) * size) / Math.max(1, totals[field] ?? 0);
      weighted += (times * own.weight) / (1 - own.lengthDiscount + own.lengthDiscount * relative);
    }
    return weighted;
  };
  const score = ({ share, rarity: idf }: TermMatch, weighted: number): number =>
    (share * idf * weighted * (saturation + 1)) / (saturation + weighted);

  return {
    add(slot, fields) {
      size += 1;
      for (const [field, terms] of fields.entries()) {
        lengths[slot * width + field] = terms.length;
        totals[field] = (totals[field] ?? 0) + terms.length;
      }
      for (const [term, counts] of packCounts(fields)) {
        const list = postings.get(term);
        if (list === undefined) postings.set(term, { slots: [slot], counts: [counts] });
        else {
          list.slots.push(slot);
          list.counts.push(counts);
        }
      }
    },
    remove(slot, fields) {
      size -= 1;
      for (const [field, terms] of fields.entries()) totals[field] = (totals[field] ?? 0) - terms.length;
      for (const term of new Set(fields.flat())) {
        const list = postings.get(term);
        const index = list === undefined ? -1 : findSlot(list.slots, slot);
        if (list === undefined || index === -1) continue;
        list.slots.splice(index, 1);
        list.counts.splice(index, 1);
        if (list.slots.length === 0) postings.delete(term);
      }
    },
    has: (term) => postings.has(term),
    rarityOf,
    documentsWith,
    match: (query) =>
      [...query].map(([term, share]) => ({
        term,
        share,
        documents: postings.get(term)?.slots.length ?? 0,
        rarity: rarityOf(term),
      })),
    visit(match, visit) {
      const list = postings.get(match.term);
      if (list === undefined) return;
      for (let index = 0; index < list.slots.length; index += 1) {
        const slot = list.slots[index] ?? 0;
        const packed = list.counts[index] ?? 0;
        visit(slot, score(match, weigh(slot, packed)), countAll(packed));
      }
    },
    pointsOf(match, slot) {
      const list = postings.get(match.term);
      const index = list === undefined ? -1 : findSlot(list.slots, slot);
      return index === -1 ? 0 : score(match, weigh(slot, list?.counts[index] ?? 0));
    },
  };
}

/** The inverse document frequency of a term that `documents` of `size` contain. */
export function rarity(size: number, documents: number): number {
  return Math.log(1 + (size - documents + 0.5) / (documents + 0.5));
}

function countAll(packed: number): number {
  let count = 0;
  for (let rest = packed; rest > 0; rest >>>= COUNT_BITS) count += rest & MAX_COUNT;
  return count;
}

function packCounts(fields: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const packed = new Map<string, number>();
  for (const [field, terms] of fields.entries()) {
    const shift = field * COUNT_BITS;
    for (const term of terms) {
      const before = packed.get(term) ?? 0;
      if (((before >>> shift) & MAX_COUNT) < MAX_COUNT) packed.set(term, before + 2 ** shift);
    }
  }
  return packed;
}

/** Returns the index of a slot in an ascending list, -1 if it is missing. */
function findSlot(slots: readonly number[], slot: number): number {
  let from = 0;
  let to = slots.length - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const at = slots[middle] ?? 0;
    if (at === slot) return middle;
    if (at < slot) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
