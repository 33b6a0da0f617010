import type { RouterOutputs } from "../../../lib/trpc.tsx";

/** A server as the API shows it. */
export type ShownServer = RouterOutputs["mcp"]["list"]["servers"][number];

/** A tool of a server as the API shows it. */
export type ShownTool = ShownServer["tools"][number];

/** Identifies a server in a call of the API. */
export type ServerPlace = {
  readonly workspace: string;
  /** A registered project folder; null for the servers that every folder has. */
  readonly projectFolder: string | null;
  readonly name: string;
};
