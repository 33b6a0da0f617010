"use client";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { SkillDetailData } from "./skill-types.ts";

type SkillFilesProps = {
  readonly workspace: string;
  readonly id: string;
  readonly files: SkillDetailData["skill"]["files"];
};

const FIRST_LINES = 20;

/** The files next to a SKILL.md; each opens below its name. */
export function SkillFiles({ workspace, id, files }: SkillFilesProps): ReactElement {
  const format = useFormat();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className="flex flex-col">
      {files.map(({ path, bytes }) => (
        <li key={path} className="border-t border-line">
          <button
            type="button"
            aria-expanded={open === path}
            className="flex w-full items-center gap-2 py-1.5 text-left font-mono text-12 hover:text-accent phone:min-h-11"
            onClick={() => {
              setOpen(open === path ? null : path);
            }}
          >
            <Icon icon={FileText} size={14} className="text-ink-2" />
            <span className="min-w-0 flex-1 truncate" title={path}>
              {path}
            </span>
            <span className="flex-none text-ink-2">{format.bytes(bytes)}</span>
          </button>
          {open === path && <FileContent workspace={workspace} id={id} path={path} />}
        </li>
      ))}
    </ul>
  );
}

type FileProps = { readonly workspace: string; readonly id: string; readonly path: string };

function FileContent({ workspace, id, path }: FileProps): ReactElement {
  const translate = useTranslations("skills");
  const api = useTRPC();
  const file = useQuery(api.skills.file.queryOptions({ workspace, id, path }));
  if (file.isPending) return <SkeletonRows rows={3} rowHeight={20} />;
  if (file.isError) return <LoadFailed className="pb-2" query={file} title={translate("fileFailed")} />;
  const { text } = file.data;
  if (text === null) return <p className="pb-2 text-12 text-ink-2">{translate("noText")}</p>;
  return <CodeBlock code={text} wrap foldAfter={FIRST_LINES} className="mb-2" />;
}
