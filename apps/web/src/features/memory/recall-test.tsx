"use client";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { CONTROL_CLASS } from "../../ui/input.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { OpenEntry } from "./open-entry.tsx";

/** A test of what a message would recall, with the reasons. */
export function RecallTest({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("memory.test");
  const api = useTRPC();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<string | null>(null);
  const found = useQuery(
    api.memory.wouldRecall.queryOptions(asked === null ? skipToken : { workspace, text: asked }),
  );
  const submit = useSubmit(async () => {
    if (asked === text) await found.refetch();
    else setAsked(text);
  });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-190 flex-col gap-4 p-6">
        <h2 className="text-16 font-semibold">{translate("title")}</h2>
        <form onSubmit={submit} className="flex flex-col items-start gap-3">
          <Field label={translate("text")} hint={translate("hint")} className="w-full">
            {(control) => (
              <textarea
                {...control}
                required
                rows={3}
                maxLength={4_000}
                value={text}
                className={`${CONTROL_CLASS} px-2 py-1`}
                onChange={(event) => {
                  setText(event.target.value);
                }}
              />
            )}
          </Field>
          <Button variant="primary" type="submit" disabled={text.trim() === ""}>
            {translate("run")}
          </Button>
        </form>
        {found.isError && <LoadFailed query={found} title={translate("failed")} className="" />}
        {found.data?.found.length === 0 && <p className="text-ink-2">{translate("none")}</p>}
        {found.data?.lightModel != null && (
          <p className="text-12 text-ink-2">{translate("lightModel", { model: found.data.lightModel })}</p>
        )}
        {found.data !== undefined && found.data.found.length > 0 && (
          <ul className="border-t border-line">
            {found.data.found.map((candidate) => (
              <Candidate key={candidate.id} candidate={candidate} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type CandidateProps = { readonly candidate: RouterOutputs["memory"]["wouldRecall"]["found"][number] };

function Candidate({ candidate }: CandidateProps): ReactElement {
  const translate = useTranslations("memory.test");
  const format = useFormat();
  const { id, name, outcome, score, confidence, similarity, words } = candidate;
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2">
      <span className="flex flex-wrap items-center gap-2">
        <OpenEntry id={id}>{name}</OpenEntry>
        <Badge tone={outcome === "chosen" || outcome === "picked" ? "ok" : "muted"}>
          {translate(`outcome.${outcome}`)}
        </Badge>
        <span className="ml-auto text-12 text-ink-2">
          {translate("score", { score: score.toFixed(1), confidence: format.share(confidence) })}
          {similarity !== null && ` · ${translate("similarity", { similarity: similarity.toFixed(2) })}`}
        </span>
      </span>
      <span className="flex flex-wrap gap-1">
        {words.map(({ term, points }) => (
          <Badge key={term}>{translate("word", { term, points: points.toFixed(1) })}</Badge>
        ))}
      </span>
    </li>
  );
}
