import { createDatabase } from "@goaltrace/db";
import { createHash, randomUUID } from "node:crypto";
import { createMemoryFinder } from "../../packages/core/src/memory/memory-finder.ts";
import { analyzeText } from "../../packages/core/src/search/analyze-text.ts";
import type { Figure } from "../figure.ts";
import { seededRandom } from "./seeded-random.ts";

const ROWS = 1_000_000;
const QUERIES = 300;
/** A new search after each write is measured apart. */
const WRITES = 50;
const WORDS = 60_000;
/** Entries of the second person: more than a process keeps an index of. */
const SOME = 60_000;
/** Entries of the third person, whose index a process keeps. */
const FEW = 10_000;
const SYLLABLES =
  "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu".split(" ");

/**
 * Measures searches of one person who finds nearly a million entries, and of two with 60,000 and 10,000 among them, from the call to the result, in milliseconds. Entries have
 * 43 words as frequent as in real texts; their terms are written by SQL, because writing them as the product does takes minutes.
 */
export async function largeFigures(databaseUrl: string, quick: boolean): Promise<readonly Figure[]> {
  const database = createDatabase(databaseUrl);
  const all = quick ? 120_000 : ROWS;
  const words = Array.from({ length: WORDS }, (_, rank) => wordOf(rank));
  const [most, some, few] = ["bench-most", "bench-some", "bench-few"];
  try {
    const filled = await fill(database, words, { [most]: all - SOME - FEW, [some]: SOME, [few]: FEW });
    if (filled) await database.pool.query("vacuum analyze memory");
    return [
      ...(await figuresOf(database, { workspaceId: most, name: `${all.toLocaleString("en")} rows`, words })),
      ...(await figuresOf(database, {
        workspaceId: some,
        name: `${SOME.toLocaleString("en")} of them`,
        words,
      })),
      ...(await figuresOf(database, {
        workspaceId: few,
        name: `${FEW.toLocaleString("en")} of them`,
        words,
      })),
    ];
  } finally {
    await database.close();
  }
}

/** Writes the entries of each workspace, unless a kept database has them. Returns whether it wrote any. */
async function fill(
  { pool }: ReturnType<typeof createDatabase>,
  words: readonly string[],
  counts: Readonly<Record<string, number>>,
): Promise<boolean> {
  const { rows } = await pool.query("select from memory_revision where workspace_id = any($1)", [
    Object.keys(counts),
  ]);
  if (rows.length === Object.keys(counts).length) return false;
  const terms = words.map((word) => analyzeText(word)[0] ?? word);
  await pool.query(
    `create table bench_word as select rank::int, word, term from unnest($1::text[], $2::text[]) with ordinality as listed(word, term, rank)`,
    [words, terms],
  );
  for (const [workspaceId, count] of Object.entries(counts)) {
    const key = createHash("sha256")
      .update(JSON.stringify([workspaceId]))
      .digest("base64url")
      .slice(0, 7);
    await pool.query(
      `insert into memory (workspace_id, id, audience, person_id, state, type, name, name_key, description, keywords, content, version, revision, terms)
       select $1, gen_random_uuid(), 'workspace', 'p', 'active', 'reference', array_to_string(w[1:3], ' '), array_to_string(w[1:3], ' '), array_to_string(w[4:13], ' '),
         '{}', array_to_string(w[14:43], ' '), 1, n, array_to_tsvector(t)
       from (select n, array_agg(word) as w, array_agg(distinct $3 || term) as t from
         (select n, floor(exp(random() * ln(${String(WORDS)})))::int as rank from generate_series(1, $2) n, generate_series(1, 43)) picked
         join bench_word using (rank) group by n) entries`,
      [workspaceId, count, key],
    );
    await pool.query("insert into memory_revision values ($1, $2)", [workspaceId, count]);
  }
  await pool.query("drop table bench_word");
  return true;
}

async function figuresOf(
  { memories, memorySearch }: ReturnType<typeof createDatabase>,
  {
    workspaceId,
    name,
    words,
  }: { readonly workspaceId: string; readonly name: string; readonly words: readonly string[] },
): Promise<readonly Figure[]> {
  const scope = { workspaceId, personId: "p" };
  const finder = createMemoryFinder(memories, { large: memorySearch });
  const random = seededRandom(5);
  const query = (): string =>
    Array.from({ length: 8 }, () => words[Math.floor(Math.exp(random() * Math.log(WORDS)))] ?? "").join(" ");
  const search = async (text: string): Promise<number> => {
    const started = performance.now();
    await finder.find(scope, text, { limit: 10, traceId: null });
    return performance.now() - started;
  };
  const first = await search(query());
  for (let round = 0; round < 30; round += 1) await search(query());
  const times: number[] = [];
  for (let round = 0; round < QUERIES; round += 1) times.push(await search(query()));
  const after: number[] = [];
  for (let round = 0; round < WRITES; round += 1) {
    await memories.save(scope, {
      ...{
        type: "reference",
        name: `New ${String(round)}`,
        description: query(),
        keywords: [],
        content: query(),
      },
      ...{ id: randomUUID(), audience: "workspace", state: "active", source: null, reason: null },
    });
    after.push(await search(query()));
  }
  const at = (values: readonly number[], share: number): number =>
    values.toSorted((left, right) => left - right)[Math.floor(share * values.length)] ?? 0;
  const bound = { better: "lower", floor: 50, goal: 20 } as const;
  return [
    { what: `first search of a process among ${name}`, unit: "ms", value: first, bound: null },
    { what: `search among ${name}, p50`, unit: "ms", value: at(times, 0.5), bound: null },
    { what: `search among ${name}, p99`, unit: "ms", value: at(times, 0.99), bound },
    { what: `search among ${name} after a write, p50`, unit: "ms", value: at(after, 0.5), bound: null },
  ];
}

/** A made-up word for each rank. */
function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank, syllable = 0; syllable < 4; syllable += 1, rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length] ?? "";
  return word;
}
