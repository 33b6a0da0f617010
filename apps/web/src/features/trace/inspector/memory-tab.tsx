"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { RouterOutputs } from "../../../lib/trpc.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Link } from "../../../ui/link.tsx";
import { workspaceHref } from "../../../ui/shell/nav-items.ts";
import { useRun } from "../state/debugger-provider.tsx";
import { useKnowledgeSources } from "../state/use-knowledge-sources.ts";
import type { KnowledgeSources } from "../state/use-knowledge-sources.ts";
import { SequenceLink } from "../why/sequence-link.tsx";
import { Section } from "./facts.tsx";
import { LearnedIn } from "./learned-in.tsx";
import { Loaded } from "./loaded.tsx";
import { TurnProfile, TurnSkills } from "./turn-knowledge.tsx";

type Recall = NonNullable<RouterOutputs["memory"]["ofRun"]>;

/**
 * The knowledge of an entry's turn from outside its conversation: experiences, the candidates of its recall with the reason why each is in the
 * context or not, skills, and versions of profile files. Each links to its source.
 */
export function MemoryTab({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("inspector.memory");
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const recall = useQuery(api.memory.ofRun.queryOptions({ workspace, traceId, sequence }));
  return (
    <>
      <TurnExperiences sequence={sequence} />
      <Loaded query={recall} rows={4}>
        {(loaded) =>
          loaded === null ? (
            <p className="p-4 text-12 text-ink-2">{translate("none")}</p>
          ) : (
            <Section title={translate("title")}>
              <SequenceLink sequence={loaded.sequence}>{translate("openRecall")}</SequenceLink>
              <ul className="border-t border-line">
                <Candidates recall={loaded} />
              </ul>
              <p className="pt-2 text-11 text-ink-3">{translate("used_note")}</p>
            </Section>
          )
        }
      </Loaded>
      <TurnSkills sequence={sequence} />
      <TurnProfile sequence={sequence} />
    </>
  );
}

function Candidates({ recall }: { readonly recall: Recall }): ReactElement {
  const sources = useKnowledgeSources([recall.sequence]);
  return (
    <>
      {recall.candidates.map((candidate) => (
        <CandidateRow
          key={candidate.memoryId}
          candidate={candidate}
          source={sources.data?.find(({ id }) => id === candidate.memoryId)}
        />
      ))}
    </>
  );
}

/** The experiences that the turn had in its context, with their figures at that time; nothing for a turn without any. */
function TurnExperiences({ sequence }: { readonly sequence: number }): ReactElement | null {
  const translate = useTranslations("inspector.memory");
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const turn = useQuery(api.experiences.ofRun.queryOptions({ workspace, traceId, sequence }));
  const sources = useKnowledgeSources(turn.data == null ? [] : [turn.data.sequence]);
  if (turn.data == null) return null;
  return (
    <Section title={translate("experiences")}>
      <SequenceLink sequence={turn.data.sequence}>{translate("openExperiences")}</SequenceLink>
      <ul className="border-t border-line">
        {turn.data.experiences.map(({ id, worked, trials, now }) => (
          <li
            key={id}
            className="flex min-h-7 flex-wrap items-center gap-2 border-b border-line py-1 text-12"
          >
            {now === null ? (
              <Badge>{translate("gone")}</Badge>
            ) : (
              <Link
                className="link min-w-0 [overflow-wrap:anywhere]"
                href={`${workspaceHref(workspace)}/memory?tab=experiences&entry=${encodeURIComponent(id)}`}
              >
                {translate("whenThen", { condition: now.condition, rule: now.rule })}
              </Link>
            )}
            <span className="ml-auto text-11 text-ink-3">{translate("workedThen", { worked, trials })}</span>
            <LearnedIn source={sources.data?.find((source) => source.id === id)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type CandidateRowProps = {
  readonly candidate: Recall["candidates"][number];
  readonly source: KnowledgeSources[number] | undefined;
};

function CandidateRow({ candidate, source }: CandidateRowProps): ReactElement {
  const translate = useTranslations("inspector.memory");
  const format = useFormat();
  const { workspace } = useRun();
  const { memoryId, name, outcome, confidence, isUsed, isKnown } = candidate;
  return (
    <li className="flex min-h-7 flex-wrap items-center gap-2 border-b border-line py-1 text-12">
      {isKnown ? (
        <Link
          className="link"
          href={`${workspaceHref(workspace)}/memory?entry=${encodeURIComponent(memoryId)}`}
        >
          {name}
        </Link>
      ) : (
        <span className="text-ink-2">{name}</span>
      )}
      <Badge tone={outcome === "chosen" || outcome === "picked" ? "ok" : "muted"}>
        {translate(`outcome.${outcome}`)}
      </Badge>
      {isUsed !== null && <Badge>{translate(isUsed ? "used" : "unused")}</Badge>}
      {!isKnown && <Badge>{translate("gone")}</Badge>}
      <span className="ml-auto text-11 text-ink-3">
        {translate("certainty", { share: format.share(confidence) })}
      </span>
      <LearnedIn source={source} />
    </li>
  );
}
