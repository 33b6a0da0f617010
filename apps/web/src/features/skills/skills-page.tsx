"use client";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
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
      <div className="grid min-h-0 flex-1 grid-cols-[352px_minmax(0,1fr)] grid-rows-1 max-[1100px]:grid-cols-[280px_minmax(0,1fr)] phone:grid-cols-1">
        <div
          className={classNames(
            "flex min-h-0 flex-col border-r border-line phone:border-r-0",
            skill !== null && "phone:hidden",
          )}
        >
          <SkillList
            workspace={workspace}
            list={list}
            selected={skill}
            onSelect={(id) => {
              go({ skill: id });
            }}
          />
        </div>
        <div className={classNames("flex min-h-0 min-w-0 flex-col", skill === null && "phone:hidden")}>
          <div className="hidden flex-none border-b border-line px-2 phone:block">
            <Button
              variant="ghost"
              icon={ArrowLeft}
              onClick={() => {
                go({ skill: null });
              }}
            >
              {translate("back")}
            </Button>
          </div>
          <SkillPanel workspace={workspace} canEdit={canEdit} />
        </div>
      </div>
    </>
  );
}
