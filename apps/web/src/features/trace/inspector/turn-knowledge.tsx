"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { RouterOutputs } from "../../../lib/trpc.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Link } from "../../../ui/link.tsx";
import { workspaceHref } from "../../../ui/shell/nav-items.ts";
import { useRun } from "../state/debugger-provider.tsx";
import { SequenceLink } from "../why/sequence-link.tsx";
import { Section } from "./facts.tsx";

type SkillsOfRun = RouterOutputs["skills"]["ofRun"];

const ROW = "flex min-h-7 flex-wrap items-center gap-2 border-b border-line py-1 text-12";

/** The skills that the conversation had loaded by the end of an entry's turn, and those that its agents saved; nothing without any. */
export function TurnSkills({ sequence }: { readonly sequence: number }): ReactElement | null {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const skills = useQuery(api.skills.ofRun.queryOptions({ workspace, traceId, sequence }));
  if (skills.data === undefined) return null;
  const { loaded, saved } = skills.data;
  return (
    <>
      {loaded.length > 0 && <LoadedSkills skills={loaded} />}
      {saved.length > 0 && <SavedSkills skills={saved} />}
    </>
  );
}

function LoadedSkills({ skills }: { readonly skills: SkillsOfRun["loaded"] }): ReactElement {
  const translate = useTranslations("inspector.memory");
  const layer = useTranslations("skills.layer");
  return (
    <Section title={translate("skills")}>
      <ul className="border-t border-line">
        {skills.map((skill) => (
          <li key={`${skill.layer}:${skill.name}`} className={ROW}>
            <SkillName skill={skill} />
            <Badge>{layer(skill.layer)}</Badge>
            {skill.files.length > 0 && (
              <span className="text-11 text-ink-2 [overflow-wrap:anywhere]">
                {translate("skillFiles", { files: skill.files.join(", ") })}
              </span>
            )}
            <span className="ml-auto">
              <SequenceLink sequence={skill.sequence}>
                {translate("skillAt", { sequence: skill.sequence })}
              </SequenceLink>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The versions that agents of the conversation wrote, each with a link to the history of its skill. */
function SavedSkills({ skills }: { readonly skills: SkillsOfRun["saved"] }): ReactElement {
  const translate = useTranslations("inspector.memory");
  const { workspace } = useRun();
  return (
    <Section title={translate("savedSkills")}>
      <ul className="border-t border-line">
        {skills.map(({ name, version }) => (
          <li key={`${name}:${String(version)}`} className={ROW}>
            <Link
              className="link"
              href={`${workspaceHref(workspace)}/skills?skill=${encodeURIComponent(`workspace:${name}`)}&tab=history`}
            >
              {name}
            </Link>
            <span className="ml-auto text-11 text-ink-3">{translate("profileVersion", { version })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A skill with a link to its page. The log does not say which folder a project's skill is from. */
function SkillName({
  skill: { name, layer },
}: {
  readonly skill: SkillsOfRun["loaded"][number];
}): ReactElement {
  const { workspace } = useRun();
  if (layer === "project") return <span>{name}</span>;
  const id = encodeURIComponent(`${layer}:${name}`);
  return (
    <Link className="link" href={`${workspaceHref(workspace)}/skills?skill=${id}`}>
      {name}
    </Link>
  );
}

/** The versions of profile files that a call had; nothing without any. */
export function TurnProfile({ sequence }: { readonly sequence: number }): ReactElement | null {
  const translate = useTranslations("inspector.memory");
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const profile = useQuery(api.profile.ofRun.queryOptions({ workspace, traceId, sequence }));
  if (profile.data == null) return null;
  return (
    <Section title={translate("profile")}>
      <SequenceLink sequence={profile.data.sequence}>{translate("openProfile")}</SequenceLink>
      <ProfileVersionList files={profile.data.files} />
    </Section>
  );
}

/** Versions of profile files, each with a link to the file. */
export function ProfileVersionList({
  files,
}: {
  readonly files: NonNullable<RouterOutputs["profile"]["ofRun"]>["files"];
}): ReactElement {
  const translate = useTranslations("inspector.memory");
  const { workspace } = useRun();
  return (
    <ul className="border-t border-line">
      {files.map(({ file, day, version }) => {
        const name = day === null ? `${file.toUpperCase()}.md` : `DAILY/${day}.md`;
        const address = `${workspaceHref(workspace)}/memory?tab=profile&entry=${encodeURIComponent(name)}`;
        return (
          <li key={name} className={ROW}>
            <Link className="link font-mono" href={address}>
              {name}
            </Link>
            <span className="ml-auto text-11 text-ink-3">{translate("profileVersion", { version })}</span>
          </li>
        );
      })}
    </ul>
  );
}
