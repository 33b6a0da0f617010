"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { CallTest } from "./call-test.tsx";
import { RuleForm } from "./rule-form.tsx";
import { RuleLayers } from "./rule-layers.tsx";
import { SandboxSection } from "./sandbox-section.tsx";
import { WorkspaceModeChoice } from "./workspace-mode-choice.tsx";

/**
 * The permission mode and rules of a workspace, and a trial of calls. `?conversation=` adds the rules of one conversation to the choices, `&tool=`
 * and `&path=` fill in the trial.
 */
export function PermissionsSettingsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("permissions");
  const api = useTRPC();
  const queries = useQueryClient();
  const address = useSearchParams();
  const conversationId = address.get("conversation");
  const [isAdding, setIsAdding] = useState(false);
  const mode = useQuery(api.permissions.mode.queryOptions({ workspace }));
  const rules = useQuery(api.permissions.rules.queryOptions({ workspace }));
  const conversation = useQuery(
    api.conversations.get.queryOptions(
      { workspace, id: conversationId ?? "" },
      { enabled: conversationId !== null },
    ),
  );
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: api.permissions.pathKey() });
  };
  const named =
    conversation.data === undefined ? null : { id: conversation.data.id, title: conversation.data.title };
  return (
    <section className="flex flex-col gap-8">
      <header className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-20 font-semibold">{translate("title")}</h1>
          <p className="text-ink-2">{translate("text")}</p>
        </div>
        {rules.data !== undefined && mode.data !== undefined && !isAdding && (
          <Button
            icon={Plus}
            onClick={() => {
              setIsAdding(true);
            }}
          >
            {translate("add")}
          </Button>
        )}
      </header>
      {isAdding && mode.data !== undefined && (
        <RuleForm
          workspace={workspace}
          rule={null}
          mayChangeWorkspace={mode.data.mayChange}
          conversation={named}
          onClose={(hasChanged) => {
            setIsAdding(false);
            if (hasChanged) reload();
          }}
        />
      )}
      {mode.data !== undefined && (
        <WorkspaceModeChoice workspace={workspace} mode={mode.data} onChanged={reload} />
      )}
      {(rules.isPending || mode.isPending) && <SkeletonRows rows={6} rowHeight={44} />}
      {mode.isError && <FailureNote error={mode.error} call="load" />}
      {rules.isError && <FailureNote error={rules.error} call="load" />}
      {rules.data !== undefined && mode.data !== undefined && (
        <RuleLayers workspace={workspace} rules={rules.data} onChanged={reload} />
      )}
      <SandboxSection workspace={workspace} />
      {mode.data !== undefined && (
        <CallTest
          key={address.toString()}
          workspace={workspace}
          conversation={named}
          initial={{ tool: address.get("tool"), path: address.get("path") }}
        />
      )}
    </section>
  );
}
