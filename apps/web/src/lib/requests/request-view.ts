import type { RouterOutputs } from "../trpc.tsx";

/** A request of a run to people. */
export type RequestView = RouterOutputs["requests"]["get"];
/** An approval with the call that waits for it. */
export type ApprovalView = NonNullable<RequestView["approval"]>;
/** A question of an agent. */
export type QuestionView = NonNullable<RequestView["question"]>;
