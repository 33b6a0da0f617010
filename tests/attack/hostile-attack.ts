import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../../apps/cli/test/support/random.ts";
import { HOSTILE_TASKS } from "./hostile-model.ts";

const STREAMS = 500;
const STARTS_EVERY_MS = 100;
const FLOOD_EVERY_MS = 20;
/** Beyond what an import may store beside its entries. */
const REFUSED_IMPORT = JSON.stringify({ context: { text: "x".repeat(4_000_000) } });

/** One person of the attackers' team: keys and a session. Malformed requests have a key of their own, so that their refusal does not end the rest. */
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
  /** How late the attackers' own timers ran, in milliseconds, 95 of 100 times at most. */
  readonly ownDelayMs: number;
};

/** Attacks until `signal` aborts, with everything that a member may do. */
export async function attack(plan: AttackPlan, signal: AbortSignal): Promise<AttackResult> {
  const random = createRandom(29);
  const statuses: Record<string, number> = {};
  const pending = new Set<Promise<void>>();
  /** The last run of each person: nobody else sees it. */
  const started = new Map<Attacker, string>();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let streamedBytes = 0;
  let turn = 0;
  const count = (status: number | string): void => void (statuses[status] = (statuses[status] ?? 0) + 1);
  const send = (work: () => Promise<void>): void => {
    const running = work()
      .catch(() => count("closed"))
      .finally(() => pending.delete(running));
    pending.add(running);
  };
  const attacker = (): Attacker => {
    const person = plan.people[Math.floor(random() * plan.people.length)];
    if (person === undefined) throw new Error("the team has no people");
    return person;
  };
  const call = async (key: string, address: string, body?: string): Promise<Response> =>
    await fetch(`${plan.base}${address}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
      signal,
    });
  const start = async (): Promise<void> => {
    const person = attacker();
    const text = `hostile ${HOSTILE_TASKS[turn % HOSTILE_TASKS.length]} ${plan.mark}`;
    const body = JSON.stringify({ text, folderId: plan.folderId });
    const response = await call(person.runKey, "/api/runs", body);
    count(response.status);
    const { traceId } = (await response.json()) as { readonly traceId?: string };
    if (traceId !== undefined) started.set(person, traceId);
  };
  const watch = async (): Promise<void> => {
    const person = attacker();
    const response = await call(person.readKey, `/api/traces/${started.get(person) ?? "none"}/events`);
    count(`stream ${response.status}`);
    for await (const bytes of response.body ?? []) {
      streamedBytes += bytes instanceof Uint8Array ? bytes.byteLength : 0;
      if (signal.aborted) return;
    }
  };
  const throwRubbish = async (): Promise<void> => {
    const body = `{"text":"${"[".repeat(10_000)}","context":{"a":${"[".repeat(500)}`;
    const response = await call(attacker().refusedKey, "/api/runs", body);
    count(`refused ${response.status}`);
    await response.body?.cancel();
  };
  const importMuch = async (): Promise<void> => {
    const response = await fetch(`${plan.base}/api/w/${plan.slug}/traces/import`, {
      method: "POST",
      headers: { cookie: attacker().cookie, origin: plan.base },
      body: turn % 100 === 0 ? plan.accepted : REFUSED_IMPORT,
      signal,
    });
    count(`import ${response.status}`);
    await response.body?.cancel();
  };
  while (!signal.aborted) {
    turn += 1;
    if (pending.size < STREAMS) send(watch);
    if (turn % (STARTS_EVERY_MS / FLOOD_EVERY_MS) === 0) send(start);
    send(turn % 50 === 0 ? importMuch : throwRubbish);
    await sleep(FLOOD_EVERY_MS);
  }
  await Promise.all(pending);
  return { statuses, streamedBytes, ownDelayMs: delay.percentile(95) / 1_000_000 };
}
