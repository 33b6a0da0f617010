import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CHECKOUT = fileURLToPath(new URL("..", import.meta.url));

/** Starts `goaltrace worker`; resolves when it claims runs. Throws with its output when it ends before. */
export async function startWorkerProcess(variables: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const worker = spawn(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), path.join(CHECKOUT, "apps/cli/src/main.ts"), "worker"],
    { cwd: CHECKOUT, env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  const ready = new Promise<void>((resolve) => {
    const collect = (chunk: unknown): void => {
      output += String(chunk);
      if (output.includes("worker ready")) resolve();
    };
    worker.stdout.on("data", collect);
    worker.stderr.on("data", collect);
  });
  await Promise.race([ready, once(worker, "exit")]);
  if (worker.exitCode !== null) throw new Error(`the worker ended: ${output}`);
  return worker;
}
