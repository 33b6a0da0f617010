import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * The behavior of the model: `steps` tool calls, then an answer of `tokens` words; each answer starts after `delayMs`. With `branchSteps`, a
 * run hands out three branches of that many calls first, and takes as long as without.
 */
export type MockBehavior = {
  readonly steps: number;
  readonly delayMs?: number;
  readonly tokens?: number;
  readonly branchSteps?: number;
};

export type MockModel = {
  /** Returns the base URL of an endpoint with this behavior. */
  baseUrl(behavior: MockBehavior): string;
  /** Returns the times of the requests since the last call, in milliseconds since the epoch. */
  arrivals(): Promise<readonly number[]>;
  stop(): void;
};

/** Starts the model in a separate process, so that its CPU time is not counted. */
export async function startMockModel(): Promise<MockModel> {
  const child = fork(fileURLToPath(new URL("mock-model.ts", import.meta.url)));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the mock model did not start")));
    child.once("message", (message) => {
      if (typeof message === "object" && "port" in message && typeof message.port === "number")
        resolve(message.port);
    });
  });
  return {
    baseUrl: ({ steps, delayMs = 0, tokens = 5, branchSteps }) =>
      `http://127.0.0.1:${port}/${steps}/${delayMs}/${tokens}${branchSteps === undefined ? "" : `/${branchSteps}`}`,
    arrivals: async () => {
      const times: unknown = await (await fetch(`http://127.0.0.1:${port}/arrivals`)).json();
      return Array.isArray(times) ? times.map(Number) : [];
    },
    stop: () => void child.disconnect(),
  };
}
