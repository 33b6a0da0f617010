/** Where a call would take a secret: to an address, to a process without a network, or to a process that reaches any host. */
export type SecretDestination =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "machine" }
  | { readonly kind: "anywhere" };

/** The secrets that a call asks for. */
export type SecretRequest = {
  readonly names: readonly string[];
  readonly tool: string;
  readonly traceId: string;
  readonly toolCallId: string;
  readonly destination: SecretDestination;
};

/** The secrets of a workspace, for its runs. */
export interface RunSecrets {
  /**
   * Returns the current values by name, after they are masked in everything that the run stores. Errors: NOT_ALLOWED if one of them does not
   * exist or is not for this tool and destination; the message names those that are.
   */
  open(request: SecretRequest): Promise<ReadonlyMap<string, string>>;
  /** Lists the uses of a request for people; `sequences` are their entries in the log, by name. */
  noteUse(request: SecretRequest, sequences: ReadonlyMap<string, number>): Promise<void>;
}

/** The secrets of one call of a tool. */
export type CallSecrets = {
  /**
   * Returns the values of secrets by name. Their use is durable in the log before. Errors: those of `RunSecrets.open`, and of the log. Rejects
   * when the call is over.
   */
  reveal(names: readonly string[], destination: SecretDestination): Promise<ReadonlyMap<string, string>>;
};
