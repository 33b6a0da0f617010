import { withTextTools } from "../../context/wire-quirks.ts";
import type { CallPurpose } from "../../log/run-event.ts";
import type { RunContext } from "../run-context.ts";
import { settleCall } from "../budget/settle-call.ts";
import { tryModel } from "./try-model.ts";

/**
 * Runs one model call, from assembled context to durable assistant message. Tries the run's models in order until one answers; stages
 * `call.failed` if none does.
 */
export async function modelStep(
  context: RunContext,
  action: { readonly purpose: CallPurpose; readonly withTools: boolean; readonly note?: string },
): Promise<void> {
  const { models, writer, state } = context;
  let failure = models.failure ?? {
    code: "MODEL_NOT_CONFIGURED" as const,
    message: "No model is set for this run.",
    fix: "Choose a model in Settings, Models, or set OPENAI_API_KEY, OPENAI_BASE_URL and GOALTRACE_MODEL.",
  };
  let attempts = 0;
  const callId = context.ports.ids.next();
  for (const client of models.clients) {
    const quirks = state.textModels.has(client.profile.reference)
      ? withTextTools(client.profile.quirks)
      : client.profile.quirks;
    const { purpose, withTools, note } = action;
    const call = { purpose, withTools, note, callId, client };
    let result = await tryModel(context, { ...call, quirks, attemptsBefore: attempts });
    attempts += result.attempts;
    if (result.fallBackToTextTools) {
      result = await tryModel(context, { ...call, quirks: withTextTools(quirks), attemptsBefore: attempts });
      attempts += result.attempts;
    }
    if (result.failure === null) return;
    failure = result.failure;
  }
  writer.stage({
    kind: "event",
    type: "call.failed",
    goalId: state.goals.focusId,
    data: { callId, failure, attempts },
  });
  settleCall(context, null, null);
  await writer.flush();
}
