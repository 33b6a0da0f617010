import { createSearchIndex } from "../../packages/core/src/search/search-index.ts";
import type { Figure } from "../figure.ts";
import { seededRandom } from "./seeded-random.ts";

const ENTRIES = 10_000;
const QUERIES = 500;
/** Searches before the first measured one, after which their code is compiled. */
const WARM_UP = 100;
const WORDS = 6_000;
const SYLLABLES =
  "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu".split(" ");

/** Measures searches among the entries of one person, with words as frequent as in real texts. Times are of the process, in milliseconds. */
export function latencyFigures(quick: boolean): readonly Figure[] {
  return [...figuresOf("entries", quick), ...figuresOf("turns", quick)];
}

/** Entries have names and keywords and belong to no thread; turns of conversations have neighbors. */
function figuresOf(kind: "entries" | "turns", quick: boolean): readonly Figure[] {
  const random = seededRandom(7);
  const count = quick ? ENTRIES / 10 : ENTRIES;
  const write = (words: number): string => Array.from({ length: words }, () => nthWord(random)).join(" ");
  const index = createSearchIndex();
  const nothing = { author: null, savedAt: null, supersededBy: null };
  const started = process.cpuUsage();
  for (let at = 0; at < count; at += 1) {
    const text = {
      name: write(3),
      keywords: [write(1), write(1), write(1)],
      description: write(10),
      content: write(30),
    };
    index.add({
      id: `e${at}`,
      ...text,
      ...nothing,
      thread: kind === "turns" ? `t${at >> 2}` : null,
      position: at,
    });
  }
  const adding = milliseconds(started) / count;
  for (let round = 0; round < WARM_UP; round += 1) index.search(write(8), 30);
  const times = Array.from({ length: QUERIES }, () => {
    const query = write(8);
    const before = process.cpuUsage();
    index.search(query, 30);
    return milliseconds(before);
  }).toSorted((left, right) => left - right);
  const at = (share: number): number => times[Math.floor(share * times.length)] ?? 0;
  const of = `${count.toLocaleString("en")} ${kind}`;
  return [
    { what: `search among ${of}, p50`, unit: "ms", value: at(0.5), bound: null },
    {
      what: `search among ${of}, p99`,
      unit: "ms",
      value: at(0.99),
      bound: kind === "entries" ? { better: "lower", floor: 20, goal: 5 } : null,
    },
    { what: `indexing one of ${of}`, unit: "ms", value: adding, bound: null },
  ];
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

/** A word whose frequency falls with its rank, as in any language (Zipf). Each rank is one made-up word. */
function nthWord(random: () => number): string {
  let rank = Math.floor(Math.exp(random() * Math.log(WORDS)));
  let word = "";
  for (let syllable = 0; syllable < 3; syllable += 1) {
    word += SYLLABLES[rank % SYLLABLES.length] ?? "";
    rank = Math.floor(rank / SYLLABLES.length);
  }
  return word;
}
