"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";
import { isScripted } from "./conversation.ts";
import { useSessionText } from "./session-text.ts";

type Option = { readonly value: string; readonly label: string };

/** What the next turn runs with, and what there is to choose from. */
export type RunChoices = {
  readonly loaded: boolean;
  readonly models: readonly Option[];
  /** Null when no model is set up. */
  readonly model: string | null;
  /** The model is the scripted demo, not an AI model. */
  readonly scripted: boolean;
  readonly folders: readonly Option[];
  readonly folderId: string | null;
  readonly chooseModel: (reference: string) => void;
  readonly chooseFolder: (id: string) => void;
};

const NO_FOLDER = "none";

/** The choices for one conversation: what was chosen in this tab, else what its last turn used, else the defaults. */
export function useRunChoices(
  workspace: string,
  conversation: {
    readonly id: string | null;
    readonly model: string | null;
    readonly folderId: string | null;
  },
): RunChoices {
  const api = useTRPC();
  const models = useQuery(api.models.list.queryOptions({ workspace }));
  const folders = useQuery(api.folders.list.queryOptions({ workspace }));
  const [chosenModel, chooseModel] = useSessionText(`chat.model.${workspace}.${conversation.id ?? ""}`);
  const [chosenFolder, chooseFolder] = useSessionText(`chat.folder.${workspace}.${conversation.id ?? ""}`);

  const items = models.data?.items ?? [];
  const known = (reference: string | null): string | null =>
    items.some((item) => item.reference === reference) ? reference : null;
  const model =
    known(chosenModel) ?? known(conversation.model) ?? known(models.data?.defaultReference ?? null);
  const rows = folders.data ?? [];
  const wanted =
    chosenFolder === ""
      ? (conversation.folderId ?? (conversation.id === null ? (rows[0]?.id ?? null) : null))
      : chosenFolder;
  return {
    loaded: models.data !== undefined,
    models: items.map((item) => ({ value: item.reference, label: item.label })),
    model,
    scripted: items.find((item) => item.reference === model)?.scripted ?? isScripted(model),
    folders: rows.map((folder) => ({ value: folder.id, label: folder.name })),
    folderId: rows.some((folder) => folder.id === wanted) ? wanted : null,
    chooseModel,
    chooseFolder: (id) => {
      chooseFolder(id === "" ? NO_FOLDER : id);
    },
  };
}
