/**
 * The origin of a text: a person with access to the workspace; the workspace itself (its agents, tools that only use the log, the runtime);
 * or anyone who could write the file, page or answer it came from.
 */
export type Trust = "person" | "workspace" | "untrusted";
