import { withTextTools } from "../../context/wire-quirks.ts";
import type { CallPurpose } from "../../log/run-event.ts";
import type { RunContext } from "../run-context.ts";
import { tryModel } from "./try-model.ts";

/** One model call from assembled context to durable assistant message; fallback models in order when one can't answer. */
export async function modelStep(
  context: RunContext,
  action: { readonly purpose: CallPurpose; readonly withTools: boolean },
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
    const call = { ...action, callId, client };
    let tried = await tryModel(context, { ...call, quirks, attemptsBefore: attempts });
    attempts += tried.attempts;
    if (tried.fallBackToTextTools) {
      tried = await tryModel(context, { ...call, quirks: withTextTools(quirks), attemptsBefore: attempts });
      attempts += tried.attempts;
    }
    if (tried.failure === null) return;
    failure = tried.failure;
  }
  writer.stage({
    kind: "event",
    type: "call.failed",
    goalId: state.goals.focusId,
    data: { callId, failure, attempts },
  });
  await writer.flush();
}
