import { GoaltraceError } from "../../errors.ts";
import type { BackgroundProcess, RunProcesses } from "../../ports/run-processes.ts";
import { BACKGROUND_PROCESSES_MAX } from "./tunables.ts";

/** Creates the list of the background processes of one execution, empty. */
export function createRunProcesses(): RunProcesses {
  const processes = new Map<string, BackgroundProcess>();
  const recorded = new Set<string>();
  return {
    assertRoom: () => {
      const running = [...processes.values()].filter((process) => process.end() === null);
      if (running.length < BACKGROUND_PROCESSES_MAX) return;
      throw new GoaltraceError({
        code: "LIMIT_REACHED",
        message: `${BACKGROUND_PROCESSES_MAX} background processes run already: ${running.map(({ id }) => id).join(", ")}.`,
        fix: "Stop one of them with stop_process.",
      });
    },
    add: (process) => void processes.set(process.id, process),
    find: (id) => processes.get(id),
    list: () => [...processes.values()],
    takeEnded: () => {
      const ended = [...processes.values()].filter(({ id, end }) => end() !== null && !recorded.has(id));
      for (const { id } of ended) recorded.add(id);
      return ended;
    },
  };
}
