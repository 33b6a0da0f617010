"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Note } from "../../ui/note.tsx";
import { RuleRow, RuleText } from "./rule-row.tsx";
import type { StoredRule } from "./rule-row.tsx";

export type RuleLayersProps = {
  readonly workspace: string;
  readonly rules: readonly StoredRule[];
  readonly onChanged: () => void;
};

const LAYERS = ["workspace", "agent", "conversation"] as const;

/** All rules by layer, from the general to the particular. Agents have no page yet, so their layer appears with its first rule. */
export function RuleLayers({ workspace, rules, onChanged }: RuleLayersProps): ReactElement {
  const translate = useTranslations("permissions.layers");
  return (
    <>
      <Layer name={translate("built_in.title")} text={translate("built_in.text")}>
        <ul className="list-disc pl-4 text-ink-2">
          <li>{translate("built_in.reads")}</li>
          <li>{translate("built_in.protected")}</li>
          <li>{translate("built_in.secrets")}</li>
        </ul>
      </Layer>
      {LAYERS.map((layer) => {
        const ofLayer = rules.filter((rule) => rule.layer === layer);
        if (layer === "agent" && ofLayer.length === 0) return null;
        return (
          <Layer key={layer} name={translate(`${layer}.title`)} text={translate(`${layer}.text`)}>
            {ofLayer.length === 0 ? (
              <p className="text-12 text-ink-3">{translate("empty")}</p>
            ) : (
              <ul className="border-y border-line" aria-label={translate(`${layer}.title`)}>
                {ofLayer.map((rule) => (
                  <RuleRow key={rule.id} workspace={workspace} rule={rule} onChanged={onChanged} />
                ))}
              </ul>
            )}
          </Layer>
        );
      })}
      <Layer name={translate("project.title")} text={translate("project.text")}>
        <ProjectRules workspace={workspace} />
      </Layer>
    </>
  );
}

type LayerProps = { readonly name: string; readonly text: string; readonly children: ReactNode };

function Layer({ name, text, children }: LayerProps): ReactElement {
  return (
    <section className="flex flex-col gap-2">
      <header>
        <h2 className="font-semibold">{name}</h2>
        <p className="text-12 text-ink-2">{text}</p>
      </header>
      {children}
    </section>
  );
}

type FolderRules = RouterOutputs["permissions"]["projectRules"][number];

function ProjectRules({ workspace }: { readonly workspace: string }): ReactElement | null {
  const translate = useTranslations("permissions.layers");
  const api = useTRPC();
  const folders = useQuery(api.permissions.projectRules.queryOptions({ workspace }));
  if (folders.isError) return <FailureNote error={folders.error} call="load" />;
  if (folders.data === undefined) return null;
  const shown = folders.data.filter(({ problem, rules }) => problem !== null || rules.length > 0);
  if (shown.length === 0) return <p className="text-12 text-ink-3">{translate("empty")}</p>;
  return (
    <>
      {shown.map((folder) => (
        <Folder key={folder.id} folder={folder} />
      ))}
    </>
  );
}

function Folder({ folder }: { readonly folder: FolderRules }): ReactElement {
  const { name, problem, rules } = folder;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-12 font-semibold">{name}</h3>
      {problem !== null && <Note tone="error">{problem}</Note>}
      <ul className="border-y border-line empty:hidden" aria-label={name}>
        {rules.map((text) => (
          <li key={text} className="flex min-h-8 items-center border-b border-line py-1 last:border-b-0">
            <RuleText text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}
