import { readWorkspaceBudget, setWorkspaceBudget } from "@goaltrace/host";
import { z } from "zod";
import { recordAudit } from "../record-audit.ts";
import { endpoint } from "./endpoint.ts";

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
  handle: async ({ runtime, scope, holder, membership }, { body }) => {
    const saved = await setWorkspaceBudget(runtime, scope, body.budget);
    const change = { action: "budget.changed", target: saved.budget } as const;
    await recordAudit({ runtime, person: holder.person, membership }, change);
    return saved;
  },
});
