import { expect } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import type { PermissionDecision } from "../../src/ports/permission.ts";
import { executeClaimedTrace } from "../../src/worker/index.ts";
import { type Bench, createBench } from "./worker-bench.ts";

const WRITE = { calls: [{ id: "c1", name: "write", arguments: '{"path":"a"}' }] };
const LEASE_MS = 60_000;
/** How long people have to decide. */
export const LIFETIME_MS = 10 * LEASE_MS;
const MOST_LIVES = 14;

export type Lives = {
  /** The append, from 1, in which the process of that moment dies; 0 for none. */
  readonly deathAt: number;
  /** Whether the append in which a process dies is committed nevertheless. */
  readonly isCommitted: boolean;
  /** The number of processes that die before they commit the result of a call. Default: none. */
  readonly diesInTools?: number;
  /** Whether a person must allow the call. */
  readonly permission: PermissionDecision;
  /** Called while the run waits and nothing has arrived. */
  readonly onWaiting: (bench: Bench, id: string) => Promise<void>;
  /** Called before each answer of the model. */
  readonly onAnswer?: (bench: Bench, id: string, position: number) => Promise<void>;
};

/** Executes a run that writes once, by one process after the other: the process of the n-th append dies there, with the batch lost or committed. */
export async function liveThrough(lives: Lives): Promise<{
  readonly bench: Bench;
  readonly entries: readonly Entry[];
  readonly appends: number;
}> {
  const { deathAt, isCommitted, permission, onWaiting, onAnswer, diesInTools = 0 } = lives;
  let id = "";
  let deathsLeft = diesInTools;
  const bench: Bench = await createBench(async (_, position) => {
    await onAnswer?.(bench, id, position);
    return position === 0 || !(await hasAnswered(bench, id)) ? WRITE : { text: "done" };
  });
  id = await bench.add();
  let appends = 0;
  const startProcess = (): RunPorts => {
    let isDead = false;
    return {
      ...bench.ports,
      traces: {
        ...bench.ports.traces,
        append: async (batch) => {
          appends += 1;
          if (!isDead && appends === deathAt) {
            isDead = true;
            if (isCommitted) await bench.stores.traces.append(batch);
          }
          if (!isDead && deathsLeft > 0 && batch.entries.some(isResult)) {
            deathsLeft -= 1;
            isDead = true;
          }
          if (isDead) throw new Error("the process died");
          await bench.stores.traces.append(batch);
        },
      },
      environments: {
        openRun: async (trace, signal) => ({
          ...(await bench.ports.environments.openRun(trace, signal)),
          permission: { decide: async () => await Promise.resolve(permission) },
          approvals: { lifetimeMs: LIFETIME_MS },
        }),
      },
    };
  };
  for (let life = 0; life < MOST_LIVES; life += 1) {
    bench.clock.advance(LEASE_MS + 1);
    const claimed = await bench.stores.traces.claim({ owner: `process ${life}`, leaseMs: LEASE_MS });
    if (claimed === undefined) {
      if ((await bench.status(id)) !== "waiting") break;
      await onWaiting(bench, id);
      continue;
    }
    await executeClaimedTrace({
      ...{ ...claimed, ports: startProcess(), live: bench.stores.live },
      release: new AbortController().signal,
    }).catch((thrown: unknown) => expect(String(thrown)).toContain("the process died"));
  }
  return { bench, entries: await bench.entries(id), appends };
}

/** A result that a tool returned. */
function isResult(entry: Entry): boolean {
  return entry.kind === "message" && entry.role === "tool" && entry.outcome === "ok";
}

async function hasAnswered(bench: Bench, id: string): Promise<boolean> {
  return (await bench.entries(id)).some((entry) => entry.kind === "message" && entry.role === "tool");
}
