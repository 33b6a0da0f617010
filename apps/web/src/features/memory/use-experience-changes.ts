"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";

/** The changes of experiences; afterward the list and the open one are read again. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- The types are those of the procedures.
export function useExperienceChanges() {
  const api = useTRPC();
  const queries = useQueryClient();
  const options = {
    onSuccess: async () => queries.invalidateQueries({ queryKey: api.experiences.pathKey() }),
  };
  return {
    add: useMutation(api.experiences.add.mutationOptions(options)),
    edit: useMutation(api.experiences.edit.mutationOptions(options)),
    decide: useMutation(api.experiences.decide.mutationOptions(options)),
    compare: useMutation(api.experiences.compare.mutationOptions(options)),
    confirmAlone: useMutation(api.experiences.confirmAlone.mutationOptions(options)),
    makeSkill: useMutation(api.experiences.makeSkill.mutationOptions(options)),
  };
}
