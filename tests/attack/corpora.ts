import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { createRandom } from "../../apps/cli/test/support/random.ts";

/** Names the folder with the corpora. Each of its subfolders is one corpus, for example a checkout of a public list. */
const FOLDER_VARIABLE = "GOALTRACE_ATTACK_CORPORA";
const MIN_CORPORA = 3;
const COUNT = Number(process.env.GOALTRACE_ATTACK_STRINGS ?? 20_000);
const SEED = Number(process.env.GOALTRACE_ATTACK_SEED ?? 1);
/** In UTF-16 units. Longer lines are files that others embed, not inputs. */
const MAX_STRING_LENGTH = 4_000;

/** Strings of every kind of attack that runs without corpora, in `npm test`. */
const FEW_STRINGS = [
  `<script>alert("few")</script>`,
  `"><img src=x onerror=alert('few')>`,
  `' or '1'='1`,
  `'; drop table trace; --`,
  `1;select pg_sleep(20)--`,
  `../../../../../../etc/passwd`,
  `%2e%2e%2fetc%2fpasswd%00`,
  `%zz`,
  `a\0b`,
  `\ud800 lone surrogate \udfff`,
  `{"$gt":""}`,
  `__proto__`,
  `constructor`,
  `\${jndi:ldap://127.0.0.1:1/a}`,
  `$(touch attacked)\`touch attacked\`;touch attacked|touch attacked`,
  `--help`,
  `/.//127.0.0.1:1/\\127.0.0.1`,
  `a\r\nset-cookie: attacked=1`,
  `%s%n%x{{7*7}}<%= 7*7 %>`,
  `-1`,
  `1e309`,
  `2147483648`,
  `9007199254740991`,
  `0.5`,
  `﷽👨‍👩‍👧‍👦\u202Etxet\u200B`,
  `Ω≈ç√∫˜µ`.repeat(300),
];

const readable = z.array(z.string());

/** Strings of one class, such as `fuzzdb/attack/xss`: the lists of one folder of a corpus. */
type StringClass = { readonly name: string; readonly strings: readonly string[] };

export type Attack = {
  /** Printed with the figures of a run. */
  readonly source: string;
  /** Strings by class. */
  readonly classes: readonly (readonly string[])[];
};

/** The strings that are always used. */
export const fewStrings = { source: `${FEW_STRINGS.length} strings`, strings: FEW_STRINGS };

/** Returns the strings of each of `inputs` inputs: every string goes to at least one, and every input gets at least one of each class. */
export function spreadStrings({ classes }: Attack, inputs: number): readonly (readonly string[])[] {
  const spread: string[][] = Array.from({ length: inputs }, () => []);
  for (const [offset, strings] of classes.entries())
    for (let turn = 0; turn < Math.max(strings.length, inputs); turn += 1)
      spread[(turn + offset) % inputs]?.push(strings[turn % strings.length] ?? "");
  return spread;
}

/** True when the variable names corpora; their tests are reported as skipped without it. */
export const HAS_CORPORA = (process.env[FOLDER_VARIABLE] ?? "") !== "";

/** Returns strings of all classes of the corpora, the same for the same seed. Errors: when there are fewer than three corpora. */
export async function readCorpora(): Promise<Attack> {
  const folder = process.env[FOLDER_VARIABLE] ?? "";
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  const corpora = await Promise.all(names.map(async (name) => await readClasses(folder, name)));
  const classes = corpora.flat();
  const filled = corpora.filter((found) => found.length > 0).length;
  if (filled < MIN_CORPORA)
    throw new Error(`${FOLDER_VARIABLE} names ${filled} corpora: at least ${MIN_CORPORA} are needed.`);
  const chosen = chooseStrings(classes, { count: COUNT, seed: SEED });
  const count = chosen.reduce((sum, strings) => sum + strings.length, 0);
  const source = `${count} strings of ${chosen.length} classes of ${filled} corpora (seed ${SEED})`;
  return { source, classes: chosen };
}

/** Takes one string of each class in turn, in random order within the class, until there are `count` different ones or no more. */
function chooseStrings(
  classes: readonly StringClass[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly (readonly string[])[] {
  const random = createRandom(seed);
  const left = classes.map(({ strings }) => [...strings]);
  const chosen = new Set<string>();
  const byClass: string[][] = classes.map(() => []);
  while (chosen.size < count && left.some((strings) => strings.length > 0)) {
    for (const [index, strings] of left.entries()) {
      if (strings.length === 0) continue;
      const at = Math.floor(random() * strings.length);
      const [taken = ""] = strings.splice(at, 1, strings.at(-1) ?? "");
      strings.pop();
      if (chosen.size >= count || chosen.has(taken)) continue;
      chosen.add(taken);
      byClass[index]?.push(taken);
    }
  }
  return byClass.filter((strings) => strings.length > 0);
}

/** Reads the lists below the folder of a corpus: lines of text files, and arrays of strings in JSON files. */
async function readClasses(folder: string, corpus: string): Promise<readonly StringClass[]> {
  const files = (await readdir(path.join(folder, corpus), { recursive: true })).sort();
  const classes = new Map<string, string[]>();
  for (const file of files.filter((name) => /\.(txt|json)$/.test(name))) {
    const text = await readFile(path.join(folder, corpus, file), "utf8");
    const name = path.join(corpus, path.dirname(file));
    const strings = classes.get(name) ?? [];
    classes.set(name, strings);
    for (const line of file.endsWith(".json") ? jsonStrings(text) : text.split(/\r?\n/))
      if (line !== "" && line.length <= MAX_STRING_LENGTH) strings.push(line);
  }
  return [...classes].flatMap(([name, strings]) => (strings.length === 0 ? [] : [{ name, strings }]));
}

function jsonStrings(text: string): readonly string[] {
  try {
    return readable.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
