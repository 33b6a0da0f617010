"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { ListedExperience } from "./experience-filter.ts";
import { useExperienceChanges } from "./use-experience-changes.ts";
import { useMemoryAddress } from "./use-memory-address.ts";

type ExperienceActionsProps = { readonly workspace: string; readonly experience: ListedExperience };

/** The decisions that a person may make about an experience. */
export function ExperienceActions({ workspace, experience }: ExperienceActionsProps): ReactElement {
  const translate = useTranslations("experiences");
  const toast = useToast();
  const { go } = useMemoryAddress();
  const { decide, makeSkill } = useExperienceChanges();
  const { id, state, isStable } = experience;
  const isBusy = decide.isPending || makeSkill.isPending;
  const failed = [decide, makeSkill].find((change) => change.isError);
  const decideFor = (next: "approved" | "rejected" | "retired") => () => {
    decide.mutate({ workspace, id, state: next });
  };
  return (
    <footer className="flex flex-none flex-col gap-2 border-t border-line px-6 py-3">
      {failed !== undefined && <FailureNote error={failed.error} />}
      <div className="flex flex-wrap gap-2">
        {state !== "approved" && (
          <Button disabled={isBusy} onClick={decideFor("approved")}>
            {translate(state === "candidate" ? "approve" : "approveAgain")}
          </Button>
        )}
        <Button
          onClick={() => {
            go({ isEditing: true });
          }}
        >
          {translate("edit")}
        </Button>
        {state === "candidate" && (
          <Button variant="ghost" disabled={isBusy} onClick={decideFor("rejected")}>
            {translate("reject")}
          </Button>
        )}
        {state === "approved" && (
          <Button variant="ghost" disabled={isBusy} onClick={decideFor("retired")}>
            {translate("retire")}
          </Button>
        )}
        {isStable && (
          <Button
            disabled={isBusy}
            onClick={() => {
              makeSkill.mutate(
                { workspace, id },
                {
                  onSuccess: ({ name }) => {
                    toast({ text: translate("madeSkill", { skill: name }) });
                  },
                },
              );
            }}
          >
            {translate("makeSkill")}
          </Button>
        )}
      </div>
    </footer>
  );
}
