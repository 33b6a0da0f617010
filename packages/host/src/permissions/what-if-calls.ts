import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import { describeCall } from "@goaltrace/core/log";
import { type Effect, EFFECTS, type PermissionRule, type Policy, whatIf } from "@goaltrace/core/permissions";
import type { AnswerPosition } from "@goaltrace/db";
import type { Runtime } from "../runtime.ts";
import { WHAT_IF_ANSWERS_PER_PAGE, WHAT_IF_DAYS, WHAT_IF_EXAMPLES } from "../tunables.ts";
import { readArguments } from "./read-arguments.ts";
import { toPermissionCall } from "./permission-call.ts";

/** A rule that does not exist yet, with its place: the name of an agent, the id of a conversation, or empty for the workspace. */
export type ProposedRule = Pick<PermissionRule, "effect" | "tool" | "pattern"> & {
  readonly layer: "workspace" | "agent" | "conversation";
  readonly target: string;
};

/** Calls for which a rule changes the decision in the same way, with the first of them. */
export type WhatIfChange = {
  readonly before: Effect;
  readonly after: Effect;
  readonly calls: number;
  readonly examples: readonly WhatIfExample[];
};
export type WhatIfExample = {
  readonly traceId: string;
  readonly sequence: number;
  readonly goalId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly call: string;
};

/** One part of the answer: what the rule would change in some of the runs, newest first. */
export type WhatIfPage = {
  /** The calls that rules could be matched against. */
  readonly calls: number;
  readonly changes: readonly WhatIfChange[];
  /** Where the next part begins; null after the last one. */
  readonly next: AnswerPosition | null;
};

type WhatIfPorts = Pick<Runtime, "stores" | "clock" | "tools" | "allowsProtectedWrites" | "readPolicy">;
type Decided = WhatIfExample & { readonly before: Effect; readonly after: Effect };

/**
 * Returns what one more rule would change for the calls in the log of the last `WHAT_IF_DAYS` days, as far as the person can see them. Both
 * decisions are made with the rules, modes and files of now, about the calls as the model made them. Calls that did not reach the rules,
 * because their tool is gone or their arguments do not fit, do not count.
 */
export async function whatIfCalls(
  ports: WhatIfPorts,
  scope: Scope,
  { rule, after }: { readonly rule: ProposedRule; readonly after: AnswerPosition | null },
): Promise<WhatIfPage> {
  const since = ports.clock.now() - WHAT_IF_DAYS * DAY_MS;
  const { items, next } = await ports.stores.loggedCalls.answers(scope, {
    ...{ since, after, limit: WHAT_IF_ANSWERS_PER_PAGE },
  });
  const policyOf = rememberPolicies(ports, scope);
  const decided: Decided[] = [];
  for (const answer of items) {
    const { entry, traceId, conversationId, agent, projectFolder } = answer;
    if (entry.kind !== "message" || entry.role !== "assistant") continue;
    const policy = await policyOf({ conversationId, agent, projectFolder });
    if (policy === null) continue;
    const applies =
      rule.layer === "workspace" || rule.target === (rule.layer === "agent" ? agent : conversationId);
    for (const made of entry.toolCalls) {
      const tool = ports.tools.find(made.name);
      const input = tool?.input.safeParse(readArguments(made.arguments));
      if (tool === undefined || input?.success !== true) continue;
      const call = await toPermissionCall(ports, {
        ...{ tool: tool.name, annotations: tool.annotations, arguments: input.data, folder: projectFolder },
      });
      const proposed = { ...rule, id: "" };
      const { before, after: changed } = whatIf(call, policy, proposed);
      decided.push({
        ...{
          traceId,
          sequence: entry.sequence,
          goalId: entry.goalId,
          at: entry.at,
          call: describeCall(made),
        },
        ...{ before, after: applies ? changed : before },
      });
    }
  }
  return { calls: decided.length, changes: groupChanges(decided), next };
}

const DAY_MS = 24 * 3_600_000;

type Circumstances = {
  readonly conversationId: string | null;
  readonly agent: string;
  readonly projectFolder: string | null;
};

/** Reads each policy once; null for a folder whose rules cannot be used, because its runs end before their calls. */
function rememberPolicies(
  { readPolicy }: WhatIfPorts,
  { workspaceId }: Scope,
): (circumstances: Circumstances) => Promise<Policy | null> {
  const known = new Map<string, Promise<Policy | null>>();
  return async (circumstances) => {
    const { conversationId, agent, projectFolder } = circumstances;
    const key = JSON.stringify([conversationId, agent, projectFolder]);
    const policy = known.get(key) ?? readPolicy({ workspaceId, ...circumstances }).catch(nullIfUnusable);
    known.set(key, policy);
    return await policy;
  };
}

function nullIfUnusable(thrown: unknown): null {
  if (thrown instanceof GoaltraceError && thrown.code === "CONFIGURATION_INVALID") return null;
  throw thrown;
}

function groupChanges(decided: readonly Decided[]): readonly WhatIfChange[] {
  const kinds = EFFECTS.flatMap((before) => EFFECTS.map((after) => ({ before, after })));
  return kinds.flatMap(({ before, after }) => {
    const group = decided.filter((one) => one.before === before && one.after === after);
    if (before === after || group.length === 0) return [];
    const examples = group
      .slice(0, WHAT_IF_EXAMPLES)
      .map(({ traceId, sequence, goalId, at, call }) => ({ traceId, sequence, goalId, at, call }));
    return [{ before, after, calls: group.length, examples }];
  });
}
