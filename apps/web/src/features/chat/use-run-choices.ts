"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";
import { isScripted } from "./conversation.ts";
import { useSessionText } from "./session-text.ts";

type Option = { readonly value: string; readonly label: string };

/** The model and folder of the next turn, and the available options. */
export type RunChoices = {
  readonly loaded: boolean;
  readonly models: readonly Option[];
  /** Null when no model is configured. */
  readonly model: string | null;
  /** Whether the model is the scripted demo instead of an AI model. */
  readonly scripted: boolean;
  readonly folders: readonly Option[];
  readonly folderId: string | null;
  readonly chooseModel: (reference: string) => void;
  readonly chooseFolder: (id: string) => void;
};

const NO_FOLDER = "none";

/** Returns the choices of one conversation: the selection in this tab, else those of its last turn, else the defaults. */
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
  const availableModel = (reference: string | null): string | null =>
    items.some((item) => item.reference === reference) ? reference : null;
  const model =
    availableModel(chosenModel) ??
    availableModel(conversation.model) ??
    availableModel(models.data?.defaultReference ?? null);
  const rows = folders.data ?? [];
  const preferredFolder =
    chosenFolder === ""
      ? (conversation.folderId ?? (conversation.id === null ? (rows[0]?.id ?? null) : null))
      : chosenFolder;
  return {
    loaded: models.data !== undefined,
    models: items.map((item) => ({ value: item.reference, label: item.label })),
    model,
    scripted: items.find((item) => item.reference === model)?.scripted ?? isScripted(model),
    folders: rows.map((folder) => ({ value: folder.id, label: folder.name })),
    folderId: rows.some((folder) => folder.id === preferredFolder) ? preferredFolder : null,
    chooseModel,
    chooseFolder: (id) => {
      chooseFolder(id === "" ? NO_FOLDER : id);
    },
  };
}
