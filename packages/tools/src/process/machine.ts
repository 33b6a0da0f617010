import type { Sandbox } from "./sandbox.ts";

/** What commands need of the machine that they run on. */
export type Machine = {
  readonly sandbox: Sandbox;
  /** The server's own environment variables, of which commands see an allow-list. */
  readonly variables: Readonly<Record<string, string | undefined>>;
};
