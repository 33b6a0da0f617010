import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./checkout.mjs";

const FIRST_RESTART_MS = 250;
const MAX_RESTART_MS = 10_000;
/** A process that lived this long was healthy, so its next restart is quick again. */
const HEALTHY_AFTER_MS = 30_000;
/** Time to finish a step and hand over a run before the process is killed. */
const DRAIN_MS = 10_000;

const canGroup = process.platform !== "win32";

/** Sends a signal to a child and all its descendants; a process that has already exited is not an error. */
function signalGroup(child, signal) {
  try {
    if (canGroup) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

function relay(stream, name, write) {
  createInterface({ input: stream }).on("line", (line) => write(`[${name}] ${line}`));
}

/**
 * Keeps one process running: restarts it when it exits, with a longer delay each time it exits early. The child leads a process group of
 * its own, so that Ctrl+C in the terminal reaches only the supervisor, which stops everything in order. `parameters` is called before each
 * start. Returns `restart()`, `stop()` and `kill()`; `stop` resolves when every process of the group has ended.
 */
export function supervise({ name, command, parameters, environment, cwd = ROOT }) {
  let child;
  const stopping = new AbortController();
  let delay = FIRST_RESTART_MS;

  const runOnce = async () => {
    const since = performance.now();
    child = undefined;
    let current;
    try {
      current = await parameters();
    } catch (error) {
      return { reason: error.message, since };
    }
    if (stopping.signal.aborted) return { reason: "stopped", since };
    return await new Promise((resolve) => {
      child = spawn(command, current, {
        cwd,
        env: environment(),
        detached: canGroup,
        stdio: ["ignore", "pipe", "pipe"],
      });
      relay(child.stdout, name, console.log);
      relay(child.stderr, name, console.error);
      child.once("error", (error) => resolve({ reason: error.message, since }));
      child.once("exit", (code, signal) => resolve({ reason: signal ?? `code ${code}`, since }));
    });
  };

  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      const { reason, since } = await runOnce();
      // Descendants must not outlive the exited process.
      if (child?.pid) signalGroup(child, "SIGKILL");
      if (stopping.signal.aborted) return;
      if (performance.now() - since > HEALTHY_AFTER_MS) delay = FIRST_RESTART_MS;
      console.error(`✗ ${name} exited (${reason}); restarting in ${delay} ms`);
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
      delay = Math.min(delay * 2, MAX_RESTART_MS);
    }
  };
  const ended = keepRunning();

  return {
    name,
    restart: () => child?.pid && signalGroup(child, "SIGTERM"),
    async stop() {
      stopping.abort();
      if (child?.pid && child.exitCode === null && child.signalCode === null) signalGroup(child, "SIGTERM");
      const timeout = new AbortController();
      const drained = await Promise.race([
        ended.then(() => true),
        sleep(DRAIN_MS, false, { signal: timeout.signal }).catch(() => false),
      ]);
      timeout.abort();
      if (!drained && child?.pid) signalGroup(child, "SIGKILL");
      await ended;
    },
    /** Kills immediately without waiting, for a second Ctrl+C. */
    kill: () => child?.pid && signalGroup(child, "SIGKILL"),
  };
}
