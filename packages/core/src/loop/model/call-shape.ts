import type { CallPurpose } from "../../log/run-event.ts";
import type { ModelClient } from "../../ports/model-client.ts";

/** How one model is called: its purpose, whether tools are sent, and the form of the request. */
export type CallShape = {
  readonly purpose: CallPurpose;
  readonly withTools: boolean;
  readonly client: ModelClient;
  /** The name of the quirks to render the request with. */
  readonly quirks: string;
};
