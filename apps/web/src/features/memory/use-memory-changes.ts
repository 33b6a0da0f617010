"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";

/** The mutations of entries; after each, every list and entry on the page is reloaded. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- The types are those of the procedures.
export function useMemoryChanges() {
  const api = useTRPC();
  const queries = useQueryClient();
  const refresh = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: api.memory.pathKey() });
  // A refused change means that there may be a newer version to show.
  const options = { onSuccess: refresh, onError: () => void refresh() };
  return {
    add: useMutation(api.memory.add.mutationOptions(options)),
    edit: useMutation(api.memory.edit.mutationOptions(options)),
    decide: useMutation(api.memory.decide.mutationOptions(options)),
    acceptTidy: useMutation(api.memory.acceptTidy.mutationOptions(options)),
    dismissTidy: useMutation(api.memory.dismissTidy.mutationOptions(options)),
    remove: useMutation(api.memory.remove.mutationOptions(options)),
  };
}
