"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";

/** The mutations of experiences; after each, the list and the open experience are reloaded. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- The types are those of the procedures.
export function useExperienceChanges() {
  const api = useTRPC();
  const queries = useQueryClient();
  const refresh = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: api.experiences.pathKey() });
  // A refused change means that there may be a newer version to show.
  const options = { onSuccess: refresh, onError: () => void refresh() };
  return {
    add: useMutation(api.experiences.add.mutationOptions(options)),
    edit: useMutation(api.experiences.edit.mutationOptions(options)),
    decide: useMutation(api.experiences.decide.mutationOptions(options)),
    compare: useMutation(api.experiences.compare.mutationOptions(options)),
    confirmAlone: useMutation(api.experiences.confirmAlone.mutationOptions(options)),
    makeSkill: useMutation(api.experiences.makeSkill.mutationOptions(options)),
  };
}
