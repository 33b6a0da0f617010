import type { Tool } from "../../ports/tool.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { askPermission } from "../tools/ask-permission.ts";
import { readArgumentsText } from "./arguments-digest.ts";
import { hasAsked } from "./request-state.ts";
import { requestExpiry } from "./request-expiry.ts";

/** A request to people about a call whose process died while it ran. */
export type EffectRequest = { readonly effectId: string; readonly expiresAt: number | null };

/**
 * Creates a request for each started call whose effect is unknown, by call. Only for calls that need a person: where the rules let a call run
 * without one, its run continues without one too, and the model verifies. None for calls that people were asked about before.
 */
export async function effectRequests(context: RunContext): Promise<ReadonlyMap<string, EffectRequest>> {
  const { environment, state, ports } = context;
  const requests = new Map<string, EffectRequest>();
  if (environment.approvals === undefined || state.canceled !== null) return requests;
  for (const open of state.openCalls.values()) {
    const tool = environment.tools.find(open.call.name);
    if (open.started !== "effectful" || state.effects.has(open.call.id) || tool === undefined) continue;
    if (hasAsked(state.questions, open.call.id)) continue;
    if (await needsPerson(context, open, tool))
      requests.set(open.call.id, {
        effectId: ports.ids.next(),
        expiresAt: requestExpiry(environment, ports),
      });
  }
  return requests;
}

async function needsPerson(context: RunContext, open: OpenCall, tool: Tool): Promise<boolean> {
  const decision = context.state.approvals.get(open.call.id)?.decision ?? null;
  const edited = decision?.kind === "approved" ? decision.editedArguments : null;
  const input = tool.input.safeParse(readArgumentsText(edited ?? open.call.arguments));
  if (!input.success) return false;
  return (await askPermission(context, open, { tool, input: input.data })).effect === "ask";
}
