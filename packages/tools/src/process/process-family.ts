import { listProcesses, listProcessesNow, type ListedProcess, startOf, withMarker } from "./process-list.ts";
import type { ProcessGroup } from "./process-limit.ts";
import { KILL_RETRY_MS, KILL_WAIT_MS } from "./tunables.ts";

/** All processes that one command has started, as far as they can be found. */
export type ProcessFamily = {
  /** Looks at the processes; returns how many there are and their memory. */
  look(
    this: void,
    when?: "now" | "recently",
  ): Promise<{ readonly count: number; readonly memoryBytes: number }>;
  /** Kills all of them, those in other groups and sessions too; resolves once none is left or `KILL_WAIT_MS` have passed. */
  kill(this: void): Promise<void>;
};

/**
 * Follows the descendants of a process that leads its own group. A process belongs to the family by its group, its session, its parents, or the
 * marker in its environment, or the system's group of it, if there is one; once seen it stays a member, although its parents are gone.
 */
export function createProcessFamily(
  leader: number,
  marker: string,
  group: ProcessGroup | null,
): ProcessFamily {
  /** The start times of the members by number. */
  const known = new Map<number, string>();
  const since = startOf(leader);

  function update(processes: readonly ListedProcess[], marked: readonly number[]): readonly ListedProcess[] {
    const members = new Set(marked);
    for (const process of processes)
      if (
        known.get(process.pid) === process.startedAt ||
        process.group === leader ||
        process.session === leader
      )
        members.add(process.pid);
    members.add(leader);
    // Parents usually have smaller numbers than their children, so few rounds suffice.
    for (let size = -1; size !== members.size;) {
      size = members.size;
      for (const { pid, parent } of processes) if (members.has(parent)) members.add(pid);
    }
    const alive = processes.filter(({ pid }) => members.has(pid));
    for (const { pid, startedAt } of alive) known.set(pid, startedAt);
    return alive;
  }

  return {
    async look(when = "recently") {
      const list = when === "now" ? listProcessesNow() : listProcesses();
      const [processes, members] = await Promise.all([list, group?.members() ?? []]);
      const alive = update(processes, members);
      return {
        count: alive.length,
        memoryBytes: alive.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
      };
    },
    async kill() {
      const until = performance.now() + KILL_WAIT_MS;
      for (;;) {
        send(-leader, "SIGKILL");
        for (const pid of (await group?.members()) ?? []) send(pid, "SIGKILL");
        const processes = await listProcessesNow();
        const alive = update(processes, await withMarker(processes, { marker, since }));
        for (const { pid } of alive) send(pid, "SIGKILL");
        if (alive.length === 0 || performance.now() > until) return;
        await new Promise((resolve) => setTimeout(resolve, KILL_RETRY_MS));
      }
    },
  };
}

/** Sends a signal; a process that is gone already is ignored. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone, or never of this user.
  }
}
