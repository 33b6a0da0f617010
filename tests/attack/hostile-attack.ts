import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../../apps/cli/test/support/random.ts";
import { quantile } from "../../bench/measure.ts";
import { HOSTILE_TASKS } from "./hostile-model.ts";

/** Below the quota of a person, so that none is refused: five people hold nearly all streams that a workspace may. */
const STREAMS_PER_PERSON = 58;
/** Runs of a person that streams follow. */
const FOLLOWED_RUNS = 10;
const STARTS_EVERY_MS = 100;
const FLOOD_EVERY_MS = 20;
/** Beyond what an import may store beside its entries. */
const REFUSED_IMPORT = JSON.stringify({ context: { text: "x".repeat(4_000_000) } });

/** One person of the attackers' team: keys and a session. Malformed requests have a key of their own, which is replaced as soon as it is refused. */
export type Attacker = {
  readonly runKey: string;
  readonly readKey: string;
  readonly refusedKey: string;
  readonly cookie: string;
};

/** Everything that the attackers need to know. */
export type AttackPlan = {
  /** The address of the server, without a trailing slash. */
  readonly base: string;
  readonly slug: string;
  readonly people: readonly Attacker[];
  readonly folderId: string;
  /** Is part of every text of the attackers. */
  readonly mark: string;
  /** The file of an import that the server accepts. */
  readonly accepted: string;
};

/** The results of an attack. */
export type AttackResult = {
  /** The answers by status; those to imports, readers of streams and malformed requests apart. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Bytes received on streams. */
  readonly streamedBytes: number;
  /** Streams that were open, half of the time at least. */
  readonly openStreams: number;
  /** Keys created in place of refused ones. */
  readonly createdKeys: number;
  /** How late the attackers' own timers ran, in milliseconds, 95 of 100 times at most. */
  readonly ownDelayMs: number;
};

/** A person with what is known about them during the attack. */
type Person = {
  readonly attacker: Attacker;
  /** Their last runs, which nobody else sees. */
  runs: readonly string[];
  streams: number;
  refusedKey: string;
  isRenewing: boolean;
  /** When they may send each kind of request again, as answers asked. */
  readonly waits: Map<Kind, number>;
};
type Kind = "start" | "stream" | "import";

/**
 * Attacks until `signal` aborts, with everything that a member may do, as someone who knows the limits: requests wait as long as answers ask,
 * streams follow runs that exist, and malformed requests get a new key when theirs is refused.
 */
export async function attack(plan: AttackPlan, signal: AbortSignal): Promise<AttackResult> {
  const random = createRandom(29);
  const people = plan.people.map(newPerson);
  const statuses: Record<string, number> = {};
  const pending = new Set<Promise<void>>();
  const openStreams: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let streamedBytes = 0;
  let createdKeys = 0;
  let turn = 0;
  const count = (status: number | string): void => void (statuses[status] = (statuses[status] ?? 0) + 1);
  const send = (work: () => Promise<void>): void => {
    const running = work()
      .catch(() => count("closed"))
      .finally(() => pending.delete(running));
    pending.add(running);
  };
  const anyOf = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const mayAsk = (kind: Kind, { waits }: Person): boolean => (waits.get(kind) ?? 0) <= performance.now();
  const noteWait = (kind: Kind, { waits }: Person, { headers }: Response): void => {
    const seconds = Number(headers.get("retry-after"));
    if (seconds > 0) waits.set(kind, performance.now() + seconds * 1_000);
  };
  const call = async (key: string, address: string, body?: string): Promise<Response> =>
    await fetch(`${plan.base}${address}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
      signal,
    });
  const asMember = async ({ attacker }: Person, address: string, body: string): Promise<Response> =>
    await fetch(`${plan.base}${address}`, {
      method: "POST",
      headers: { cookie: attacker.cookie, origin: plan.base, "content-type": "application/json" },
      body,
      signal,
    });
  const start = async (): Promise<void> => {
    const person = anyOf(people.filter((each) => mayAsk("start", each)));
    if (person === undefined) return;
    const text = `hostile ${HOSTILE_TASKS[turn % HOSTILE_TASKS.length]} ${plan.mark}`;
    const body = JSON.stringify({ text, folderId: plan.folderId });
    const response = await call(person.attacker.runKey, "/api/runs", body);
    count(response.status);
    noteWait("start", person, response);
    const { traceId } = (await response.json()) as { readonly traceId?: string };
    if (traceId !== undefined) person.runs = [traceId, ...person.runs].slice(0, FOLLOWED_RUNS);
  };
  const follow = async (person: Person, run: string): Promise<void> => {
    person.streams += 1;
    try {
      const response = await call(person.attacker.readKey, `/api/traces/${run}/events`);
      count(`stream ${response.status}`);
      noteWait("stream", person, response);
      for await (const bytes of response.body ?? []) {
        streamedBytes += bytes instanceof Uint8Array ? bytes.byteLength : 0;
        if (signal.aborted) return;
      }
    } finally {
      person.streams -= 1;
    }
  };
  /** Opens one more stream for each person who has room for it. */
  const followMore = (): void => {
    for (const person of people) {
      const run = anyOf(person.runs);
      if (run === undefined || person.streams >= STREAMS_PER_PERSON || !mayAsk("stream", person)) continue;
      send(async () => await follow(person, run));
    }
  };
  const renewKey = async (person: Person): Promise<void> => {
    person.isRenewing = true;
    try {
      const json = { workspace: plan.slug, name: "a", scopes: ["run"] };
      const response = await asMember(person, "/api/trpc/keys.create", JSON.stringify({ json }));
      count(`key ${response.status}`);
      person.refusedKey = ((await response.json()) as CreatedKey).result.data.json.secret;
      createdKeys += 1;
    } finally {
      person.isRenewing = false;
    }
  };
  const throwRubbish = async (): Promise<void> => {
    const person = anyOf(people.filter(({ isRenewing }) => !isRenewing));
    if (person === undefined) return;
    const body = `{"text":"${"[".repeat(10_000)}","context":{"a":${"[".repeat(500)}`;
    const key = person.refusedKey;
    const response = await call(key, "/api/runs", body);
    count(`refused ${response.status}`);
    await response.body?.cancel();
    if (response.status === 429 && key === person.refusedKey && !person.isRenewing) await renewKey(person);
  };
  const importMuch = async (): Promise<void> => {
    const person = anyOf(people.filter((each) => mayAsk("import", each)));
    if (person === undefined) return;
    const body = turn % 100 === 0 ? plan.accepted : REFUSED_IMPORT;
    const response = await asMember(person, `/api/w/${plan.slug}/traces/import`, body);
    count(`import ${response.status}`);
    noteWait("import", person, response);
    await response.body?.cancel();
  };
  while (!signal.aborted) {
    turn += 1;
    followMore();
    if (turn % (STARTS_EVERY_MS / FLOOD_EVERY_MS) === 0) send(start);
    send(turn % 50 === 0 ? importMuch : throwRubbish);
    openStreams.push(people.reduce((sum, { streams }) => sum + streams, 0));
    await sleep(FLOOD_EVERY_MS);
  }
  await Promise.all(pending);
  return {
    ...{ statuses, streamedBytes, createdKeys, openStreams: quantile(openStreams, 0.5) },
    ownDelayMs: delay.percentile(95) / 1_000_000,
  };
}

type CreatedKey = { readonly result: { readonly data: { readonly json: { readonly secret: string } } } };

function newPerson(attacker: Attacker): Person {
  const { refusedKey } = attacker;
  return { attacker, runs: [], streams: 0, refusedKey, isRenewing: false, waits: new Map() };
}
