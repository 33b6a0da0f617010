"use client";
import { useMutation } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuChoices } from "../../ui/menu.tsx";

type Policy = RouterOutputs["members"]["list"]["orphanedRuns"];
const POLICIES = ["cancel", "hand_over"] as const satisfies readonly Policy[];

export type OrphanedRunsProps = {
  readonly workspace: string;
  readonly policy: Policy;
  readonly canChange: boolean;
  readonly onChanged: () => void;
};

/** The choice of what happens to the running agents of members who may no longer run them: shown to everyone, changed by admins. */
export function OrphanedRuns({ workspace, policy, canChange, onChanged }: OrphanedRunsProps): ReactElement {
  const translate = useTranslations("settings.members.orphanedRuns");
  const api = useTRPC();
  const save = useMutation(api.members.setOrphanedRuns.mutationOptions({ onSettled: onChanged }));
  return (
    <section className="flex flex-col gap-1">
      <h2 className="font-semibold">{translate("title")}</h2>
      <p className="text-ink-2">{translate("text")}</p>
      <div>
        {canChange ? (
          <Menu
            align="start"
            trigger={
              <Button variant="ghost" className="-ml-3" disabled={save.isPending}>
                {translate(policy)}
                <Icon icon={ChevronDown} size={12} />
              </Button>
            }
          >
            <MenuChoices
              caption={translate("title")}
              value={policy}
              choices={POLICIES.map((value) => ({ value, label: translate(value) }))}
              onChange={(next) => {
                if (next !== policy) save.mutate({ workspace, policy: next });
              }}
            />
          </Menu>
        ) : (
          translate(policy)
        )}
      </div>
      <p className="text-12 text-ink-3">{translate("note")}</p>
      {save.isError && <FailureNote error={save.error} />}
    </section>
  );
}
