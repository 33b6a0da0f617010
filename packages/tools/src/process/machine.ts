import type { Sandbox } from "./sandbox.ts";

/** The parts of a machine that its commands need. */
export type Machine = {
  readonly sandbox: Sandbox;
  /** The server's own environment variables, of which commands see an allow-list. */
  readonly variables: Readonly<Record<string, string | undefined>>;
};
