import type { Refusal } from "../../log/message.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";

type RefusalDetails = {
  readonly person: { readonly reason: string };
  readonly expired: object;
  readonly no_approver: { readonly reason: string };
  readonly rule: { readonly reason: string };
  readonly no_right: { readonly tool: string; readonly agent: string };
};

/** Returns the result that the model reads for a refused call. Each kind of refusal calls for a different reaction. */
export function refusalText<Kind extends Refusal>(kind: Kind, details: RefusalDetails[Kind]): string {
  return TEXTS[kind](details);
}

const TEXTS: { readonly [Kind in Refusal]: (details: RefusalDetails[Kind]) => string } = {
  person: ({ reason }) =>
    reason.trim() === ""
      ? resultsPrompt.deniedByPerson
      : fillPrompt(resultsPrompt.deniedWithReason, { reason: reason.trim() }),
  expired: () => resultsPrompt.expired,
  no_approver: ({ reason }) => fillPrompt(resultsPrompt.unapproved, { reason }),
  rule: ({ reason }) => fillPrompt(resultsPrompt.denied, { reason }),
  no_right: ({ tool, agent }) => fillPrompt(resultsPrompt.noRight, { tool, agent }),
};
