/**
 * Whose word a text is: a person's who may use the workspace; the workspace's own (its agents, tools that touch nothing but the log, the
 * runtime); or that of anybody who could write the file, page or answer it came from.
 */
export type Trust = "person" | "workspace" | "untrusted";
