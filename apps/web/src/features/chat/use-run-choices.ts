"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";
import { isScripted } from "./conversation.ts";
import { agentKey, folderKey } from "./use-draft-from-address.ts";
import { useSessionText } from "../../lib/session-text.ts";

type Option = { readonly value: string; readonly label: string };

/** The agent, model and folder of the next turn, and the available options. */
export type RunChoices = {
  readonly loaded: boolean;
  readonly models: readonly Option[];
  /** Null when no model is configured. */
  readonly model: string | null;
  /** Whether the model is the scripted demo instead of an AI model. */
  readonly scripted: boolean;
  /** The model that a person chose; null for that of the agent or the default. */
  readonly chosenModel: string | null;
  readonly agents: readonly Option[];
  readonly agent: string;
  /** The strategy of the agent; null while it is unknown. */
  readonly ownStrategy: string | null;
  readonly folders: readonly Option[];
  /** Whether the workspace has no project folder; false while that is unknown. */
  readonly lacksFolder: boolean;
  readonly folderId: string | null;
  readonly chooseModel: (reference: string) => void;
  readonly chooseAgent: (name: string) => void;
  readonly chooseFolder: (id: string) => void;
};

const NO_FOLDER = "none";
const DEFAULT_AGENT = "general";

/** Returns the choices of one conversation: the selection in this tab, else those of its last turn, else the defaults. */
export function useRunChoices(
  workspace: string,
  conversation: {
    readonly id: string | null;
    readonly model: string | null;
    readonly agent: string | null;
    readonly folderId: string | null;
  },
): RunChoices {
  const api = useTRPC();
  const models = useQuery(api.models.list.queryOptions({ workspace }));
  const folders = useQuery(api.folders.list.queryOptions({ workspace }));
  const [chosenModel, chooseModel] = useSessionText(`chat.model.${workspace}.${conversation.id ?? ""}`);
  const [chosenAgent, chooseAgent] = useSessionText(agentKey(workspace, conversation.id));
  const [chosenFolder, chooseFolder] = useSessionText(folderKey(workspace, conversation.id));

  const rows = folders.data ?? [];
  const preferredFolder =
    chosenFolder === ""
      ? (conversation.folderId ?? (conversation.id === null ? (rows[0]?.id ?? null) : null))
      : chosenFolder;
  const folderId = rows.some((folder) => folder.id === preferredFolder) ? preferredFolder : null;
  const agents = useQuery(
    api.agents.list.queryOptions(
      { workspace, folderId },
      { enabled: folders.data !== undefined, placeholderData: keepPreviousData },
    ),
  );
  const usable = (agents.data?.items ?? []).filter(({ problem }) => problem === null);
  const wanted = [chosenAgent, conversation.agent, DEFAULT_AGENT];
  const found = wanted
    .map((name) => usable.find((one) => one.name === name))
    .find((one) => one !== undefined);
  // While the list loads, the agent that someone chose is not replaced.
  const remembered = chosenAgent === "" ? (conversation.agent ?? DEFAULT_AGENT) : chosenAgent;
  const agent = agents.data === undefined ? remembered : (found?.name ?? DEFAULT_AGENT);
  const items = models.data?.items ?? [];
  const availableModel = (reference: string | null): string | null =>
    items.some((item) => item.reference === reference) ? reference : null;
  const ownModel = (found?.models ?? []).map(availableModel).find((reference) => reference !== null) ?? null;
  const wantedModel = availableModel(chosenModel) ?? availableModel(conversation.model);
  const model = wantedModel ?? ownModel ?? availableModel(models.data?.defaultReference ?? null);
  return {
    loaded: models.data !== undefined,
    models: items.map((item) => ({ value: item.reference, label: item.label })),
    model,
    chosenModel: wantedModel ?? (ownModel === null ? model : null),
    agents: usable.map(({ name }) => ({ value: name, label: name })),
    agent,
    ownStrategy: found?.strategy ?? null,
    scripted: items.find((item) => item.reference === model)?.scripted ?? isScripted(model),
    lacksFolder: folders.data?.length === 0,
    folders: rows.map((folder) => ({ value: folder.id, label: folder.name })),
    folderId,
    chooseModel,
    chooseAgent,
    chooseFolder: (id) => {
      chooseFolder(id === "" ? NO_FOLDER : id);
    },
  };
}
