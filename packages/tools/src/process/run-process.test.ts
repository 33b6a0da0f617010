import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { commandEnvironment } from "./command-environment.ts";
import { processesWith } from "./process-list.ts";
import { type ProcessRequest, type ProcessResult, runProcess } from "./run-process.ts";

const folder = mkdtempSync(join(tmpdir(), "processes-"));
let count = 0;

const RUNNER = new URL("run-process.ts", import.meta.url);
/** Prints the bytes of an output and by how much it made the process grow, while every piece of it is looked at. */
const MEASURE = `
const { runProcess } = await import(process.env.RUNNER);
let peak = 0;
const look = () => (peak = Math.max(peak, process.memoryUsage().rss));
const run = async (script) => await runProcess({
  file: "bash", arguments: ["-c", script], folder: "/tmp", marker: "GOALTRACE_PROCESS=inner", timeLimitMs: 300000,
  environment: { PATH: "/usr/bin:/bin", GOALTRACE_PROCESS: "inner" }, signal: new AbortController().signal, onOutput: look,
});
await run("echo warm");
const before = process.memoryUsage().rss;
peak = before;
const { outputBytes } = await run("yes 'a line of the output of tests' | head -c 100000000");
console.log(outputBytes, peak - before);
`;

/** Runs a script of bash, and checks that nothing of it is left. */
async function run(script: string, more: Partial<ProcessRequest> = {}): Promise<ProcessResult> {
  count += 1;
  const marker = `GOALTRACE_PROCESS=test-${String(process.pid)}-${String(count)}`;
  const result = await runProcess({
    ...{ file: "bash", arguments: ["-c", script], folder, marker, timeLimitMs: 300_000 },
    environment: { PATH: "/usr/bin:/bin", GOALTRACE_PROCESS: marker.slice("GOALTRACE_PROCESS=".length) },
    signal: new AbortController().signal,
    ...more,
  });
  expect(await processesWith(marker)).toEqual([]);
  return result;
}

describe("a process", () => {
  it("returns its output of both streams, exit code, duration and memory", async () => {
    const result = await run("echo out; echo err >&2; exit 3");
    expect(result).toMatchObject({ ending: "exited", exitCode: 3, signal: null, outputBytes: 8 });
    expect(result.output.split("\n").toSorted()).toEqual(["", "err", "out"]);
    expect(result.durationMs).toBeGreaterThan(0);
    const busy = await run("sleep 0.4");
    expect(busy.peakMemoryBytes).toBeGreaterThan(500_000);
  });

  it("reads nothing", async () => {
    expect(await run("cat; echo done")).toMatchObject({ output: "done\n", exitCode: 0 });
  });

  it("streams lines while it runs", async () => {
    const seen: string[] = [];
    const canceled = new AbortController();
    const running = run("echo first; sleep 30", {
      signal: canceled.signal,
      onOutput: (text) => void seen.push(text),
    });
    await vi.waitFor(() => expect(seen.join("")).toBe("first\n"));
    canceled.abort();
    expect(await running).toMatchObject({ ending: "canceled", signal: "SIGKILL" });
  });

  it("is killed at its time limit with everything that it started, in other sessions too", async () => {
    const script =
      "setsid sleep 100 & (setsid setsid sleep 100 &) ; env -i sleep 100 & echo begun; sleep 100";
    const result = await run(script, { timeLimitMs: 400 });
    expect(result).toMatchObject({ ending: "time", output: "begun\n" });
    // Far below what the programs sleep, also on a busy machine.
    expect(result.durationMs).toBeLessThan(60_000);
  });

  it("leaves nothing behind when it ends on its own", async () => {
    const result = await run("setsid sleep 100 >/dev/null 2>&1 & nohup sleep 100 & echo done");
    expect(result).toMatchObject({ ending: "exited", exitCode: 0 });
  });

  it("is killed for too much memory, too many processes and too much output", async () => {
    const memoryLimit = { limits: { memoryBytes: 100 * 1024 ** 2 } };
    const limits = { processes: 20, outputBytes: 1_000_000 };
    const [memory, processes, output] = await Promise.all([
      run("x=$(head -c 400000000 /dev/zero | tr '\\0' x); sleep 10", memoryLimit),
      run("for i in $(seq 100); do sleep 10 & done; wait", { limits }),
      run("yes", { limits }),
    ]);
    expect([memory.ending, processes.ending, output.ending]).toEqual(["memory", "processes", "output"]);
  });

  it("keeps both ends of 100 MB of output", async () => {
    const result = await run("echo start; head -c 100000000 /dev/zero | tr '\\0' x; echo; echo end");
    expect(result.outputBytes).toBe(100_000_011);
    expect(result.output).toMatch(/^start\nx+\n\[98951435 bytes not kept\]\nx+\nend\n$/u);
  });

  it("costs at most 20 MB of memory for 100 MB of output that streams", async () => {
    // In a process of its own, because the memory of this one is moved by everything else in it.
    const { output } = await run(`exec "$NODE" --import tsx --input-type=module -e "$MEASURE"`, {
      folder: process.cwd(),
      environment: { PATH: "/usr/bin:/bin", NODE: process.execPath, MEASURE, RUNNER: RUNNER.href },
      marker: "GOALTRACE_PROCESS=measured",
    });
    const measured = /^(?<bytes>\d+) (?<growth>\d+)$/mu.exec(output)?.groups;
    expect(measured?.["bytes"], output).toBe("100000000");
    expect(Number(measured?.["growth"]) / 1e6).toBeLessThan(20);
  });

  it("explains why it could not be started", async () => {
    const { ending, exitCode } = await run("", { file: "/nonexistent" });
    expect([ending, exitCode]).not.toContain(0);
  });

  it("does not start for a run that is stopped already", async () => {
    const stopped = AbortSignal.abort();
    expect(await run("sleep 100", { signal: stopped })).toMatchObject({ ending: "canceled" });
  });
});

describe("the environment of commands", () => {
  it("has no variable that could be a secret, and no folder of the project in its search path", () => {
    const variables = {
      PATH: `.:${folder}/bin:/usr/bin`,
      OPENAI_API_KEY: "sk",
      DATABASE_URL: "x",
      LD_PRELOAD: "x",
    };
    const environment = commandEnvironment({ ...variables, NODE_OPTIONS: "x", LC_ALL: "C" }, folder);
    expect(environment["PATH"]).toBe("/usr/bin");
    expect(Object.keys(environment).filter((name) => name in variables)).toEqual(["PATH"]);
    expect(environment["LC_ALL"]).toBe("C");
    expect(environment["NODE_OPTIONS"]).toBeUndefined();
  });
});
