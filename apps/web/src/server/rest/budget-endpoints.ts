import {
  readAgentBudget,
  readConversation,
  readWorkspaceBudget,
  setAgentBudget,
  setConversationBudget,
  setWorkspaceBudget,
} from "@goaltrace/host";
import { ID } from "@goaltrace/host/api";
import { z } from "zod";
import { recordAudit } from "../record-audit.ts";
import { endpoint, type RestContext } from "./endpoint.ts";

const AMOUNTS = z.object({
  usd: z.number().describe("US dollars."),
  tokens: z.number().describe("Tokens in and out."),
  ms: z.number().describe("Milliseconds of model calls."),
  steps: z.number().describe("Answers of the model."),
});
const BUDGET = z.object({
  budget: z.string().describe("The budget for a day (UTC), such as `40usd,2mtok`; empty for none."),
  spent: AMOUNTS.describe("What all runs have used today."),
  held: AMOUNTS.describe("What running calls have reserved."),
  nextDayAt: z.number().describe("The time at which the next day begins, in milliseconds since the epoch."),
});

export const getBudget = endpoint({
  method: "get",
  address: "/api/budget",
  name: "getBudget",
  scope: "read",
  summary: "Returns the workspace's budget for a day, and what is used of it today.",
  response: BUDGET,
  status: 200,
  handle: async ({ runtime, scope }) => readWorkspaceBudget(runtime, scope),
});

export const setBudget = endpoint({
  method: "post",
  address: "/api/budget",
  name: "setBudget",
  scope: "admin",
  summary: "Sets the workspace's budget for a day. Runs that wait for a budget continue if it has room.",
  body: z.object({
    budget: z.string().max(200).describe("Such as `40usd,2mtok`; empty removes the budget."),
  }),
  response: BUDGET,
  status: 200,
  handle: async (context, { body }) => change(context, body.budget),
});

export const removeBudget = endpoint({
  method: "delete",
  address: "/api/budget",
  name: "removeBudget",
  scope: "admin",
  summary: "Removes the workspace's budget for a day. Runs that wait for it continue.",
  response: BUDGET,
  status: 200,
  handle: async (context) => change(context, ""),
});

async function change(
  { runtime, scope, holder, membership }: RestContext,
  budget: string,
): Promise<z.output<typeof BUDGET>> {
  const saved = await setWorkspaceBudget(runtime, scope, budget);
  const target = { action: "budget.changed", target: saved.budget } as const;
  await recordAudit({ runtime, person: holder.person, membership }, target);
  return saved;
}

const CONVERSATION_PATH = z.object({ id: ID.describe("Conversation id.") });
const RUN_BUDGET = z.object({
  budget: z
    .string()
    .describe(
      "The most that each run of the conversation may use, such as `0.5usd,10m`; empty for no budget.",
    ),
});

export const getConversationBudget = endpoint({
  method: "get",
  address: "/api/conversations/{id}/budget",
  name: "getConversationBudget",
  scope: "read",
  summary: "Returns the budget of each run of a conversation.",
  path: CONVERSATION_PATH,
  response: RUN_BUDGET,
  status: 200,
  handle: async ({ runtime, scope }, { path }) => {
    const { budget } = await readConversation(runtime.stores, scope, path.id);
    return { budget: budget ?? "" };
  },
});

export const setConversationBudgetByKey = endpoint({
  method: "post",
  address: "/api/conversations/{id}/budget",
  name: "setConversationBudget",
  scope: "run",
  summary: "Sets the budget of each run of a conversation. The active run takes it over at once.",
  path: CONVERSATION_PATH,
  body: z.object({
    budget: z.string().max(200).describe("Such as `0.50usd,200ktok,10m`; empty removes the budget."),
  }),
  response: RUN_BUDGET,
  status: 200,
  handle: async ({ runtime, scope }, { path, body }) =>
    setConversationBudget(runtime, scope, { conversationId: path.id, text: body.budget }),
});

export const removeConversationBudget = endpoint({
  method: "delete",
  address: "/api/conversations/{id}/budget",
  name: "removeConversationBudget",
  scope: "run",
  summary: "Removes the budget of each run of a conversation. The active run goes on without it.",
  path: CONVERSATION_PATH,
  response: RUN_BUDGET,
  status: 200,
  handle: async ({ runtime, scope }, { path }) =>
    setConversationBudget(runtime, scope, { conversationId: path.id, text: "" }),
});

const AGENT_PATH = z.object({
  agent: z.string().min(1).max(100).describe("Name of the agent, such as `general`."),
});
const AGENT_BUDGET = z.object({
  agent: z.string().describe("Name of the agent."),
  budget: z
    .string()
    .describe(
      "The most that each of its runs may use when neither run nor conversation has a budget; empty for none.",
    ),
});

export const getAgentBudget = endpoint({
  method: "get",
  address: "/api/agents/{agent}/budget",
  name: "getAgentBudget",
  scope: "read",
  summary: "Returns the budget of each run of an agent.",
  path: AGENT_PATH,
  response: AGENT_BUDGET,
  status: 200,
  handle: async ({ runtime, scope }, { path }) => readAgentBudget(runtime, scope, path.agent),
});

export const setAgentBudgetByKey = endpoint({
  method: "post",
  address: "/api/agents/{agent}/budget",
  name: "setAgentBudget",
  scope: "admin",
  summary: "Sets the budget of each later run of an agent that has no budget of its own.",
  path: AGENT_PATH,
  body: z.object({
    budget: z.string().max(200).describe("Such as `0.50usd,200ktok,10m`; empty removes the budget."),
  }),
  response: AGENT_BUDGET,
  status: 200,
  handle: async (context, { path, body }) => changeAgent(context, { agent: path.agent, text: body.budget }),
});

export const removeAgentBudget = endpoint({
  method: "delete",
  address: "/api/agents/{agent}/budget",
  name: "removeAgentBudget",
  scope: "admin",
  summary: "Removes the budget of each run of an agent.",
  path: AGENT_PATH,
  response: AGENT_BUDGET,
  status: 200,
  handle: async (context, { path }) => changeAgent(context, { agent: path.agent, text: "" }),
});

async function changeAgent(
  { runtime, scope, holder, membership }: RestContext,
  change: { readonly agent: string; readonly text: string },
): Promise<z.output<typeof AGENT_BUDGET>> {
  const saved = await setAgentBudget(runtime, scope, change);
  const { agent, budget: target } = saved;
  await recordAudit(
    { runtime, person: holder.person, membership },
    { action: "budget.changed", target, detail: { agent } },
  );
  return saved;
}
