"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { AgentStep } from "./agent-step.tsx";
import { FolderStep } from "./folder-step.tsx";
import { ModelStep } from "./model-step.tsx";
import { OwnerStep } from "./owner-step.tsx";
import { SetupFrame } from "./setup-frame.tsx";

/** The first-run setup in four steps: owner account, model, introduction of agent and person, project folder. Each step is saved, so a reload continues where it stopped. */
export function SetupPage(): ReactElement {
  const translate = useTranslations("setup");
  const trpc = useTRPC();
  const state = useQuery(trpc.setup.state.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }));
  const mine = useQuery(
    trpc.workspaces.mine.queryOptions(undefined, { enabled: state.data?.signedIn === true }),
  );
  const [modelDone, setModelDone] = useState(false);
  const [model, setModel] = useState<string | null>(null);
  const [agentDone, setAgentDone] = useState(false);
  const workspace = mine.data?.[0]?.slug;

  if (state.isError)
    return (
      <SetupFrame step={1}>
        <FailureNote error={state.error} call="load" />
      </SetupFrame>
    );
  if (state.isPending)
    return (
      <SetupFrame step={1}>
        <SkeletonRows rows={4} />
      </SetupFrame>
    );
  if (state.data.needsOwner)
    return (
      <SetupFrame step={1}>
        <OwnerStep
          onDone={() => {
            void state.refetch();
          }}
        />
      </SetupFrame>
    );
  if (!state.data.signedIn) {
    return (
      <SetupFrame step={1}>
        <p>{translate("hasOwner")}</p>
        <a className="text-accent underline" href="/signin">
          {translate("toSignIn")}
        </a>
      </SetupFrame>
    );
  }
  const facts = { owner: state.data.email, model };
  if (workspace === undefined)
    return (
      <SetupFrame step={2} facts={facts}>
        {mine.isError ? <FailureNote error={mine.error} call="load" /> : <SkeletonRows rows={4} />}
      </SetupFrame>
    );
  if (!modelDone) {
    return (
      <SetupFrame step={2} facts={facts}>
        <ModelStep
          workspace={workspace}
          model={state.data.model}
          detected={state.data.detected}
          onDone={(name) => {
            setModel(name);
            setModelDone(true);
          }}
        />
      </SetupFrame>
    );
  }
  if (!agentDone) {
    return (
      <SetupFrame step={3} facts={facts} isWide>
        <AgentStep
          workspace={workspace}
          onDone={() => {
            setAgentDone(true);
          }}
        />
      </SetupFrame>
    );
  }
  return (
    <SetupFrame step={4} facts={facts}>
      <FolderStep workspace={workspace} />
    </SetupFrame>
  );
}
