"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { ListDetail } from "../../ui/list-detail.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { NEW_SKILL } from "./skill-address.ts";
import { SkillList } from "./skill-list.tsx";
import { SkillPanel } from "./skill-panel.tsx";
import { UploadButton } from "./upload-button.tsx";
import { useSkillAddress } from "./use-skill-address.ts";

/** The skills that agents get: of project folders, of the workspace, and built in. */
export function SkillsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("skills");
  const api = useTRPC();
  const { skill, go } = useSkillAddress();
  const list = useQuery(api.skills.list.queryOptions({ workspace }));
  const items = list.data?.items ?? [];
  const canEdit = list.data?.canEdit === true;
  const shown = skill ?? items[0]?.id ?? null;
  return (
    <>
      <PageBar
        title={translate("title")}
        actions={
          canEdit && (
            <span className={classNames("flex gap-1", skill !== null && "phone:hidden")}>
              <UploadButton workspace={workspace} />
              <Button
                icon={Plus}
                onClick={() => {
                  go({ skill: NEW_SKILL });
                }}
              >
                {translate("new")}
              </Button>
            </span>
          )
        }
      >
        {items.length > 0 && (
          <span className="min-w-0 truncate text-12 text-ink-2 phone:hidden">
            {translate("count", {
              count: items.length,
              replaced: items.filter(({ isReplaced }) => isReplaced).length,
              refused: items.filter(({ isUsable }) => !isUsable).length,
            })}
          </span>
        )}
      </PageBar>
      <ListDetail
        className="grid-cols-[352px_minmax(0,1fr)] max-[1100px]:grid-cols-[280px_minmax(0,1fr)]"
        isOpen={skill !== null}
        backLabel={translate("back")}
        onBack={() => {
          go({ skill: null });
        }}
        list={
          <SkillList
            workspace={workspace}
            list={list}
            selected={shown}
            onSelect={(id) => {
              go({ skill: id });
            }}
          />
        }
      >
        <SkillPanel workspace={workspace} id={shown} canEdit={canEdit} />
      </ListDetail>
    </>
  );
}
