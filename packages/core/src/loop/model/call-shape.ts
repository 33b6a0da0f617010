import type { CallPurpose } from "../../log/run-event.ts";
import type { ModelClient } from "../../ports/model-client.ts";

/** The shape of a model call: its purpose, whether tools are sent, the model, and the request format. */
export type CallShape = {
  readonly purpose: CallPurpose;
  readonly withTools: boolean;
  readonly client: ModelClient;
  /** The name of the quirks to render the request with. */
  readonly quirks: string;
  /** A text of the strategy for this call alone. @default none */
  readonly note?: string | undefined;
};
