/** The parts of the detail of an agent. */
const AGENT_VIEWS = ["agent", "edit", "versions"] as const;
export type AgentView = (typeof AGENT_VIEWS)[number];

/** The state of the page in its address: the agent, the part of it, and the project folder whose files count. */
export type AgentsAddress = {
  /** Null before one is chosen; `NEW_AGENT` for the form for a new one. */
  readonly agent: string | null;
  readonly view: AgentView;
  readonly folder: string | null;
};

/** Stands for an agent that does not exist yet. Names have no capital letters. */
export const NEW_AGENT = "NEW";

/** Reads an address; unknown values are those of the start. */
export function readAgentsAddress(query: URLSearchParams): AgentsAddress {
  return {
    agent: query.get("agent"),
    view: AGENT_VIEWS.find((known) => known === query.get("view")) ?? "agent",
    folder: query.get("folder"),
  };
}

/** Writes an address as a query, without the values of the start. */
export function writeAgentsAddress({ agent, view, folder }: AgentsAddress): string {
  const query = new URLSearchParams();
  if (agent !== null) query.set("agent", agent);
  if (view !== "agent") query.set("view", view);
  if (folder !== null) query.set("folder", folder);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
