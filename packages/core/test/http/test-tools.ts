import { z } from "zod";
import { defineTool, type Tool, type ToolSet } from "../../src/ports/tool.ts";

/** Tools that record their runs by name and arguments. */
export type TestTools = ToolSet & { readonly runs: readonly string[]; count(name: string): number };

/**
 * `read` only reads, `write` has effects, `poll` changes its answer, `fail` throws, `stall` waits for its signal, `hold` says that it began
 * and waits too, `say` returns a constant.
 */
export function createTestTools(extra: readonly Tool[] = []): TestTools {
  const runs: string[] = [];
  const path = z.strictObject({ path: z.string().default("") });
  const recordRun = (name: string, input: unknown): void =>
    void runs.push(`${name} ${JSON.stringify(input)}`);
  const tools: readonly Tool[] = [
    tool({
      name: "read",
      readOnly: true,
      input: path,
      run: async (input) => {
        recordRun("read", input);
        return `content of ${input.path}`;
      },
    }),
    tool({
      name: "write",
      readOnly: false,
      input: path,
      run: async (input) => {
        recordRun("write", input);
        return `wrote ${input.path}`;
      },
    }),
    tool({
      name: "poll",
      readOnly: true,
      input: path,
      run: async (input) => {
        recordRun("poll", input);
        return `state ${runs.length} of the job`;
      },
    }),
    tool({
      name: "fail",
      readOnly: true,
      input: path,
      run: async (input) => {
        recordRun("fail", input);
        throw new Error("disk is full");
      },
    }),
    tool({
      name: "say",
      readOnly: true,
      input: path,
      run: async (input) => {
        recordRun("say", input);
        return "nothing found";
      },
    }),
    defineTool({
      name: "stall",
      description: "Waits until it is stopped.",
      input: path,
      annotations: {},
      timeLimitMs: 50,
      execute: async (input, { signal }) => {
        recordRun("stall", input);
        return await untilAborted(signal);
      },
    }),
    defineTool({
      name: "hold",
      description: "Waits until it is canceled.",
      input: path,
      annotations: {},
      execute: async (input, { signal, output }) => {
        recordRun("hold", input);
        output("holding");
        return await untilAborted(signal);
      },
    }),
    ...extra,
  ];
  return {
    tools,
    runs,
    find: (name) => tools.find((candidate) => candidate.name === name),
    count: (name) => runs.filter((line) => line.startsWith(`${name} `)).length,
  };
}

function tool<Schema extends z.ZodType>(definition: {
  readonly name: string;
  readonly readOnly: boolean;
  readonly input: Schema;
  run(input: z.output<Schema>): Promise<string>;
}): Tool {
  const { name, readOnly, input, run } = definition;
  return defineTool({
    name,
    description: `The tool ${name}.`,
    input,
    annotations: { readOnlyHint: readOnly },
    execute: async (value) => ({ title: name, output: await run(value) }),
  });
}

async function untilAborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true }),
  );
}
