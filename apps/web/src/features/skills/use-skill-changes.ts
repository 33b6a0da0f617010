"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";

/** The mutations of skills; after each, all data on the page is reloaded. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- The types are those of the procedures.
export function useSkillChanges() {
  const api = useTRPC();
  const queries = useQueryClient();
  const refresh = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: api.skills.pathKey() });
  const options = { onSuccess: refresh };
  return {
    // A refused change means that there may be a newer version to show.
    save: useMutation(api.skills.save.mutationOptions({ ...options, onError: () => void refresh() })),
    upload: useMutation(api.skills.upload.mutationOptions(options)),
    decide: useMutation(api.skills.decide.mutationOptions(options)),
    offer: useMutation(api.skills.offer.mutationOptions(options)),
    remove: useMutation(api.skills.remove.mutationOptions(options)),
  };
}
