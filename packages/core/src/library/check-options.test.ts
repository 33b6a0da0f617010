import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { GoaltraceError, type GoaltraceErrorCode } from "../errors.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { ModelClient } from "../ports/model-client.ts";
import { defineTool } from "../ports/tool.ts";
import { logTools } from "../tools/log-tools.ts";
import { createAgent } from "./create-agent.ts";
import { openAiModel } from "./open-ai-model.ts";

beforeEach(() => {
  for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL", "DEEPSEEK_API_KEY", "GOALTRACE_MODEL"])
    vi.stubEnv(name, "");
});
afterEach(() => void vi.unstubAllEnvs());

const model = openAiModel({ model: "mock", baseUrl: "http://127.0.0.1:9/v1" });
const tool = (name: string, input: z.ZodType = z.object({})) =>
  defineTool({ name, description: "A tool.", input, execute: () => "" });
/** Options from a caller without type checks. */
const untyped = (options: object): AgentOptions => options;

function thrownBy(action: () => unknown): GoaltraceError {
  try {
    action();
  } catch (thrown) {
    if (thrown instanceof GoaltraceError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was thrown");
}

it.each<[string, () => unknown, GoaltraceErrorCode, RegExp, RegExp]>([
  [
    "no model in the environment",
    () => createAgent(),
    "MODEL_NOT_CONFIGURED",
    /No model/u,
    /OPENAI_API_KEY/u,
  ],
  [
    "a name without an endpoint",
    () => createAgent({ model: "gpt-5" }),
    "MODEL_NOT_CONFIGURED",
    /gpt-5/u,
    /openAiModel/u,
  ],
  [
    "OpenAI without a key",
    () => openAiModel({ model: "gpt-5" }),
    "MODEL_NOT_CONFIGURED",
    /API key/u,
    /OPENAI_API_KEY/u,
  ],
  ["a blank name", () => createAgent({ model: " " }), "CONFIGURATION_INVALID", /no name/u, /Pass its name/u],
  [
    "a blank name of a client",
    () => openAiModel({ model: "", apiKey: "k" }),
    "CONFIGURATION_INVALID",
    /no name/u,
    /gpt-4.1-mini/u,
  ],
  [
    "an address that is not HTTP",
    () => openAiModel({ model: "m", baseUrl: "localhost:11434" }),
    "CONFIGURATION_INVALID",
    /localhost/u,
    /http:/u,
  ],
  [
    "an empty list of models",
    () => createAgent({ model: [] }),
    "CONFIGURATION_INVALID",
    /empty/u,
    /at least one/u,
  ],
  [
    "two models of one name",
    () => createAgent({ model: [model, model] }),
    "CONFIGURATION_INVALID",
    /Two models have the reference "mock"/u,
    /reference/u,
  ],
  [
    "an agent without instructions",
    () => createAgent(untyped({ model, agents: [{ name: "a", description: "d" }] })),
    "CONFIGURATION_INVALID",
    /lacks a name/u,
    /instructions/u,
  ],
  [
    "an agent with a tool that its starter lacks",
    () =>
      createAgent({ model, agents: [{ name: "a", description: "d", instructions: "i", tools: ["read"] }] }),
    "CONFIGURATION_INVALID",
    /lists the tool "read"/u,
    /add the tool/u,
  ],
  [
    "a tool with the name of one that starts agents",
    () =>
      createAgent({
        ...{ model, tools: [tool("task")] },
        agents: [{ name: "a", description: "d", instructions: "i" }],
      }),
    "CONFIGURATION_INVALID",
    /built-in tool "task"/u,
    /another name/u,
  ],
  [
    "a model of another SDK",
    () => createAgent(untyped({ model: { modelId: "x" } })),
    "CONFIGURATION_INVALID",
    /neither/u,
    /ModelClient/u,
  ],
  [
    "an unknown option",
    () => createAgent(untyped({ model, instruction: "x" })),
    "CONFIGURATION_INVALID",
    /"instruction" is not an option of createAgent/u,
    /Did you mean "instructions"/u,
  ],
  [
    "an option far from all",
    () => createAgent(untyped({ model, zzzzzzzz: 1 })),
    "CONFIGURATION_INVALID",
    /zzzzzzzz/u,
    /Use one of: model, /u,
  ],
  [
    "an unknown option of a model",
    () => openAiModel(Object.assign({ model: "m" }, { baseURL: "http://x/v1", apiKey: "k", url: 1 })),
    "CONFIGURATION_INVALID",
    /"baseURL"/u,
    /Did you mean "baseUrl"/u,
  ],
  [
    "an unknown option of a task",
    () => createAgent({ model }).run("Hi", Object.assign({}, { signals: null } as object)),
    "CONFIGURATION_INVALID",
    /option of run/u,
    /"signal"/u,
  ],
  [
    "an unknown limit",
    () => createAgent({ model, limits: Object.assign({}, { steps: 3 } as object) }),
    "CONFIGURATION_INVALID",
    /"steps"/u,
    /maxSteps/u,
  ],
  [
    "a limit of zero",
    () => createAgent({ model, limits: { maxSteps: 0 } }),
    "CONFIGURATION_INVALID",
    /maxSteps is 0/u,
    /positive integer\./u,
  ],
  [
    "a fraction",
    () => createAgent({ model }).run("Hi", { limits: { maxTokens: 0.5 } }),
    "CONFIGURATION_INVALID",
    /maxTokens is 0.5/u,
    /null for no limit/u,
  ],
  [
    "a tool named like one of the runtime",
    () => createAgent({ model, tools: [tool("search_history")] }),
    "CONFIGURATION_INVALID",
    /built-in tool "search_history"/u,
    /another name/u,
  ],
  [
    "a permission that is a function",
    () => createAgent(untyped({ model, permission: async () => ({ effect: "allow" }) })),
    "CONFIGURATION_INVALID",
    /no function `decide`/u,
    /permission: \{ decide/u,
  ],
  [
    "a permission without decide",
    () => createAgent(untyped({ model, permission: { decide: true } })),
    "CONFIGURATION_INVALID",
    /no function `decide`/u,
    /permission: \{ decide/u,
  ],
  [
    "tools by name",
    () => createAgent(untyped({ model, tools: { weather: tool("weather") } })),
    "CONFIGURATION_INVALID",
    /not a list/u,
    /array/u,
  ],
  [
    "a tool of another SDK",
    () => createAgent(untyped({ model, tools: [{ description: "x", execute: () => "" }] })),
    "CONFIGURATION_INVALID",
    /defineTool/u,
    /execute/u,
  ],
  [
    "a tool name with a space",
    () => createAgent({ model, tools: [tool("get weather")] }),
    "CONFIGURATION_INVALID",
    /"get weather"/u,
    /letters/u,
  ],
  [
    "two tools of one name",
    () => createAgent({ model, tools: [tool("a"), tool("a")] }),
    "CONFIGURATION_INVALID",
    /Two tools are named "a"/u,
    /Rename/u,
  ],
  [
    "an input that is not an object",
    () => createAgent({ model, tools: [tool("a", z.string())] }),
    "CONFIGURATION_INVALID",
    /"a" is not an object/u,
    /z\.object/u,
  ],
  [
    "an input without a JSON schema",
    () => createAgent({ model, tools: [tool("a", z.object({ at: z.date() }))] }),
    "CONFIGURATION_INVALID",
    /no JSON schema/u,
    /z\.object/u,
  ],
  [
    "a strategy named as a built-in one",
    () => createAgent({ model, strategy: { name: "react", next: () => ({ kind: "run_tools" }) } }),
    "CONFIGURATION_INVALID",
    /built-in strategy "react"/u,
    /another name/u,
  ],
  ["an empty task", () => createAgent({ model }).run(" \n"), "INVALID_INPUT", /empty/u, /agent\.run/u],
  [
    "a previous run that is none",
    () => createAgent({ model }).run("Hi", Object.assign({}, { previous: {} as never })),
    "INVALID_INPUT",
    /previous/u,
    /not its result/u,
  ],
])("rejects %s", (_name, action, code, message, fix) => {
  const error = thrownBy(action);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(message);
  expect(error.fix).toMatch(fix);
});

it.each([
  ["system", /Use "instructions"/u],
  ["maxSteps", /limits: \{ maxSteps/u],
  ["maxTurns", /limits: \{ maxSteps/u],
  ["stopWhen", /limits: \{ maxSteps/u],
  ["abortSignal", /agent\.run\(task, \{ signal \}\)/u],
  ["signal", /agent\.run\(task, \{ signal \}\)/u],
  ["messages", /agent\.run\(task, \{ previous \}\)/u],
  ["session", /agent\.run\(task, \{ previous \}\)/u],
])("explains what to use instead of the option %s of an agent", (name, fix) => {
  expect(thrownBy(() => createAgent(untyped({ model, [name]: 1 }))).fix).toMatch(fix);
});

it.each([
  ["abortSignal", /Use "signal"/u],
  ["system", /createAgent as "instructions"/u],
  ["tools", /Pass it to createAgent/u],
  ["maxTurns", /limits: \{ maxSteps/u],
  ["messages", /agent\.run\(task, \{ previous \}\)/u],
])("explains what to use instead of the option %s of a task", (name, fix) => {
  expect(thrownBy(() => createAgent({ model }).run("Hi", untyped({ [name]: 1 }) as object)).fix).toMatch(fix);
});

it("accepts everything that the documentation shows", () => {
  const custom: ModelClient = { ...model, profile: { ...model.profile, reference: "custom" } };
  const agent = createAgent({
    model: [model, custom],
    name: "clerk",
    limits: { maxSteps: 3, maxTokens: null, maxDurationMs: 60_000 },
    tools: [tool("a"), ...logTools()],
  });
  expect(agent.name).toBe("clerk");
  expect(
    openAiModel({ model: "gpt-4o-mini", apiKey: "k", contextWindow: 5, price: null }).profile,
  ).toMatchObject({
    contextWindow: 5,
    price: null,
    reference: "gpt-4o-mini",
  });
});
