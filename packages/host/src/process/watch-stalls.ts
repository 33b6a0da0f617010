import { AsyncLocalStorage } from "node:async_hooks";
import { Worker } from "node:worker_threads";
import type { Stall, StallWatch } from "@goaltrace/core/ports";
import { STALL_BEAT_MS, STALL_MS, STALL_STACK_FRAMES, UNENDING_STALL_MS } from "../tunables.ts";

/** Under this symbol, the thread finds the function that names the current run. */
const CURRENT_RUN = "goaltrace.currentRun";

const currentRun = new AsyncLocalStorage<string>();
Object.defineProperty(globalThis, Symbol.for(CURRENT_RUN), {
  value: () => currentRun.getStore() ?? null,
  // A test runner loads this module once for each file, in the same process.
  configurable: true,
});

export type StallWatchOptions = {
  /** Shorter stalls are ignored. Default: `STALL_MS`. */
  readonly stallMs?: number;
  /** The process is killed when a stall lasts this long, so that a supervisor starts another. Default: `UNENDING_STALL_MS`. */
  readonly unendingMs?: number;
};

/**
 * The thread's program, as a string so that it starts the same way from source, from a bundle and in a test runner. The main thread counts
 * beats; when they cease, the thread interrupts the running code through the inspector, asks it for the current run and its stack, and lets
 * it continue. Time in which the thread itself did not run, or the main thread had work but no processor (on Linux), does not count, so that a
 * suspended or starved process is not a stalled one.
 */
const THREAD_PROGRAM = `
const { readFileSync, writeSync } = require("node:fs");
const { Session } = require("node:inspector");
const { parentPort, workerData } = require("node:worker_threads");
const { beats, beatMs, stallMs, unendingMs, frames, symbol } = workerData;
const counter = new Int32Array(beats);
// The second field is the time that a thread has waited for a processor, in nanoseconds. Each wait is added at its end.
const starvedMs = () => {
  try {
    return Number(readFileSync("/proc/self/task/" + process.pid + "/schedstat", "latin1").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
};
let beat = 0, silentMs = 0, tickedAt = performance.now(), starvedAt = starvedMs(), stall = null;

const log = (message, fields) =>
  writeSync(2, JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, ...fields, msg: message }) + "\\n");

function inspect(found) {
  const session = new Session();
  const post = (method, parameters) =>
    new Promise((resolve, reject) => session.post(method, parameters, (error, result) => error ? reject(error) : resolve(result)));
  session.on("Debugger.paused", async ({ params: { callFrames } }) => {
    try {
      found.stack = callFrames.slice(0, frames).map(({ functionName, url, location }) =>
        (functionName || "anonymous") + " (" + url.split("/").slice(-2).join("/") + ":" + (location.lineNumber + 1) + ")");
      const expression = "globalThis[Symbol.for(" + JSON.stringify(symbol) + ")]()";
      // A frame inside Node may not be able to evaluate it; one of its callers is.
      for (const { callFrameId } of callFrames) {
        const { result, exceptionDetails } = await post("Debugger.evaluateOnCallFrame", { callFrameId, expression, returnByValue: true });
        if (exceptionDetails !== undefined) continue;
        found.traceId = typeof result.value === "string" ? result.value : null;
        break;
      }
    } finally {
      // Disconnecting lets the code go on.
      session.disconnect();
      log("event loop stalls", { traceId: found.traceId, stack: found.stack });
    }
  });
  session.connectToMainThread();
  post("Debugger.enable").then(() => post("Debugger.pause")).catch(() => undefined);
  return session;
}

setInterval(() => {
  const now = performance.now();
  const starved = starvedMs();
  const ranMs = Math.min(now - tickedAt, 2 * beatMs);
  silentMs = Math.max(0, silentMs - (starved - starvedAt));
  tickedAt = now;
  starvedAt = starved;
  if (Atomics.load(counter, 0) !== beat) {
    beat = Atomics.load(counter, 0);
    if (stall !== null) {
      try { stall.session.disconnect(); } catch {}
      parentPort.postMessage({ ...stall.found, durationMs: Math.round(silentMs) });
    }
    stall = null;
    silentMs = 0;
    return;
  }
  silentMs += ranMs;
  if (stall === null && silentMs >= stallMs) {
    const found = { startedAt: Math.round(Date.now() - silentMs), traceId: null, stack: [] };
    stall = { found, session: inspect(found) };
  }
  if (silentMs >= unendingMs) {
    log("event loop does not recover; process killed", stall.found);
    process.kill(process.pid, "SIGKILL");
  }
}, beatMs);
`;

/**
 * Watches the event loop of this process from a thread of its own. A stall is written to standard error while it lasts, with the run and the
 * functions that cause it, and reported to listeners after its end. `close` ends the watch.
 */
export function watchStalls({
  stallMs = STALL_MS,
  unendingMs = UNENDING_STALL_MS,
}: StallWatchOptions = {}): StallWatch & { close(): Promise<void> } {
  const listeners = new Set<(stall: Stall) => void>();
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  const beat = setInterval(() => Atomics.add(counter, 0, 1), STALL_BEAT_MS);
  beat.unref();
  const thread = new Worker(THREAD_PROGRAM, {
    eval: true,
    workerData: {
      ...{ beats, stallMs, unendingMs, beatMs: STALL_BEAT_MS },
      ...{ frames: STALL_STACK_FRAMES, symbol: CURRENT_RUN },
    },
    execArgv: [],
    env: {},
  });
  thread.unref();
  thread.on("message", (stall: Stall) => {
    for (const listener of listeners) listener(stall);
  });
  // Without its thread the process continues, unwatched.
  thread.on("error", () => undefined);
  return {
    attribute: async (traceId, work) => await currentRun.run(traceId, work),
    onStall: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      clearInterval(beat);
      await thread.terminate();
    },
  };
}
