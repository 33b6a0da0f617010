"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import type { ListedSkill } from "./skill-types.ts";
import { useSkillAddress } from "./use-skill-address.ts";

type SkillLayersProps = {
  readonly workspace: string;
  readonly skill: Pick<ListedSkill, "id" | "name">;
};

/** The strongest first. */
const LAYERS = ["project", "workspace", "built_in"] as const;

const GLYPHS = { inEffect: "completed", replaced: "cancelled", refused: "failed" } as const;

/** Where a name is defined, and which of these skills agents get. */
export function SkillLayers({ workspace, skill }: SkillLayersProps): ReactElement {
  const translate = useTranslations("skills");
  const api = useTRPC();
  const list = useQuery(api.skills.list.queryOptions({ workspace }));
  const same = (list.data?.items ?? []).filter(({ name }) => name === skill.name);
  return (
    <ul className="flex flex-col">
      {LAYERS.flatMap((layer) => {
        const found = same.filter((other) => other.layer === layer);
        if (found.length > 0)
          return found.map((other) => (
            <LayerRow key={other.id} skill={other} isShown={other.id === skill.id} />
          ));
        return [
          <li
            key={layer}
            className="flex items-center gap-2 border-b border-line py-1.5 text-ink-2 last:border-b-0"
          >
            <StatusGlyph status="pending" decorative />
            {translate("layers.none", { layer: translate(`layer.${layer}`) })}
          </li>,
        ];
      })}
    </ul>
  );
}

function LayerRow({
  skill,
  isShown,
}: {
  readonly skill: ListedSkill;
  readonly isShown: boolean;
}): ReactElement {
  const translate = useTranslations("skills");
  const { go } = useSkillAddress();
  const layer = translate(`layer.${skill.layer}`);
  const state = skill.isUsable ? (skill.isReplaced ? "replaced" : "inEffect") : "refused";
  return (
    <li className="flex items-center gap-2 border-b border-line py-1.5 last:border-b-0">
      <StatusGlyph status={GLYPHS[state]} decorative />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {skill.version === null ? layer : translate("layers.version", { layer, version: skill.version })}
        {skill.folder !== null && <span className="text-ink-2"> {skill.folder.name}</span>}
      </span>
      {isShown ? (
        <span className="flex-none text-12 text-ink-2">{translate(`layers.${state}`)}</span>
      ) : (
        <button
          type="button"
          className="flex-none text-12 text-accent underline decoration-accent/40 underline-offset-3"
          onClick={() => {
            go({ skill: skill.id });
          }}
        >
          {translate("layers.open", { state: translate(`layers.${state}`) })}
        </button>
      )}
    </li>
  );
}
