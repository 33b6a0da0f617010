"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { Segmented } from "../../ui/segmented.tsx";
import { ChangedLineList } from "../../ui/changed-line-list.tsx";
import { changedLines } from "./changed-lines.ts";
import type { MemoryDetail } from "./memory-type.ts";
import { useMemoryChanges } from "./use-memory-changes.ts";

type EntryVersionsProps = { readonly workspace: string; readonly detail: MemoryDetail };

/** The number of pairs of versions to compare, newest first. */
const PAIRS = 4;

/** The changes between two versions, and a button to restore one. Renders nothing for an entry with one version. */
export function EntryVersions({ workspace, detail }: EntryVersionsProps): ReactElement | null {
  const translate = useTranslations("memory");
  const { edit } = useMemoryChanges();
  const { entry, versions, people } = detail;
  const [chosen, setChosen] = useState<string | null>(null);
  const pairs = versions
    .slice(0, -1)
    .slice(0, PAIRS)
    .map((after, index) => ({ after, before: versions[index + 1] }));
  const pair = pairs.find(({ after }) => String(after.version) === chosen) ?? pairs[0];
  const before = pair?.before;
  const [newest] = versions;
  if (pair === undefined || before === undefined || newest === undefined) return null;
  const person = people[newest.personId] ?? translate("unknownPerson");
  return (
    <section className="flex flex-col gap-2 border-b border-line px-6 py-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{translate("versions")}</h3>
        <span className="text-12 text-ink-2">
          {translate("newest", {
            count: versions.length,
            person: newest.source === null ? person : translate("byAgent", { person }),
          })}
        </span>
        {pairs.length > 1 && (
          <span className="ml-auto">
            <Segmented
              label={translate("versions")}
              value={String(pair.after.version)}
              onChange={setChosen}
              segments={pairs.map(({ after, before: earlier }) => ({
                value: String(after.version),
                label: translate("versionPair", { from: earlier?.version ?? 0, to: after.version }),
              }))}
            />
          </span>
        )}
      </div>
      <ChangedLineList lines={changedLines(before, pair.after)} />
      <div>
        <button
          type="button"
          className="link text-12 phone:min-h-11"
          disabled={edit.isPending}
          onClick={() => {
            const { type, name, description, keywords, content } = before;
            const fields = { type, name, description, keywords: [...keywords], content };
            edit.mutate({
              workspace,
              id: entry.id,
              version: entry.version,
              fields,
              audience: entry.audience,
            });
          }}
        >
          {translate("restore", { version: before.version })}
        </button>
      </div>
    </section>
  );
}
