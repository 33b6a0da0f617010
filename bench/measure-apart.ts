import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { BenchmarkOptions } from "./benchmark.ts";
import type { Figure } from "./figure.ts";

/**
 * Runs a benchmark in a separate process, so that memory, compiled code and connections of others do not affect its figures. Throws if it fails or
 * sends none.
 */
export async function measureApart(name: string, options: BenchmarkOptions): Promise<readonly Figure[]> {
  const file = fileURLToPath(new URL("run-one.ts", import.meta.url));
  const child = fork(file, [
    name,
    options.databaseUrl,
    options.quick ? "quick" : "full",
    options.dataFolder ?? "",
    options.appFolder,
  ]);
  const received: Figure[] = [];
  child.on("message", (message) => {
    if (Array.isArray(message)) received.push(...message.filter(isFigure));
  });
  const disconnected = new Promise<void>((resolve) => child.once("disconnect", resolve));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code !== 0) throw new Error(`the benchmark "${name}" exited with code ${code ?? "none"}`);
  // On a busy machine the exit is known before the figures have arrived.
  await disconnected;
  if (received.length === 0) throw new Error(`the benchmark "${name}" sent no figures`);
  return received;
}

function isFigure(value: unknown): value is Figure {
  return (
    typeof value === "object" && value !== null && "what" in value && "value" in value && "bound" in value
  );
}
