"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";

/** The mutations of agents; after each, all data about agents on the page is reloaded. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- The types are those of the procedures.
export function useAgentChanges() {
  const api = useTRPC();
  const queries = useQueryClient();
  const options = { onSuccess: async () => queries.invalidateQueries({ queryKey: api.agents.pathKey() }) };
  return {
    save: useMutation(api.agents.save.mutationOptions(options)),
    restore: useMutation(api.agents.restore.mutationOptions(options)),
    remove: useMutation(api.agents.remove.mutationOptions(options)),
  };
}
