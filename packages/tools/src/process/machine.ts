import type { FolderHistory } from "../undo/folder-history.ts";
import type { WorktreeIndex } from "../worktrees/worktree-view.ts";
import type { Sandbox } from "./sandbox.ts";

/** The parts of a machine that its commands need. */
export type Machine = {
  readonly sandbox: Sandbox;
  /** The server's own environment variables, of which commands see an allow-list. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Hosts in private networks that commands may ask for, as the tools of the web. @default none */
  readonly privateHosts?: ReadonlySet<string> | undefined;
  /** Records what commands change in project folders. @default nothing is recorded */
  readonly history?: FolderHistory | undefined;
  /** The worktrees in which commands may run. @default none */
  readonly worktrees?: WorktreeIndex | undefined;
};
