import type { RouterOutputs } from "../../lib/trpc.tsx";

export type AgentDetailData = RouterOutputs["agents"]["get"];
export type AgentVersionData = RouterOutputs["agents"]["versions"][number];
export type AgentList = RouterOutputs["agents"]["list"];
export type LayerName = AgentDetailData["layers"][number]["layer"];

/** The fields that one layer sets. */
export type Fields = AgentDetailData["layers"][number]["fields"];

/** Returns the fields that the workspace sets for an agent, and those of all layers below, the highest last. */
export function workspaceLayer({ layers }: Pick<AgentDetailData, "layers">): {
  readonly own: Fields | null;
  readonly below: readonly Fields[];
} {
  const index = layers.findIndex(({ layer }) => layer === "workspace");
  const below = layers.filter(({ layer }) => layer === "built_in").map(({ fields }) => fields);
  return { own: layers[index]?.fields ?? null, below };
}
