/** The kinds of problems with an agent's definition in a project folder. */
export type AgentWarningKind =
  | "unreadable"
  | "too_large"
  | "link"
  | "outside"
  | "bad_yaml"
  | "bad_name"
  | "unknown_field"
  | "bad_value"
  | "unknown_tool"
  | "unknown_strategy"
  | "too_many";

/** A problem with a definition that does not keep other agents from being read. */
export type AgentWarning = {
  readonly kind: AgentWarningKind;
  /** The path in the project folder. */
  readonly file: string;
  /** A sentence that says what is wrong. */
  readonly message: string;
  /** A sentence that says what to do. */
  readonly fix: string;
};
