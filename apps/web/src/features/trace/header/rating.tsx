"use client";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { ReactElement } from "react";
import { type OwnRating, Thumb } from "../../../ui/thumb.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { useAnnotate, useAnnotations } from "./use-annotations.ts";

/** Ratings of the run, each with a reason. The person's own rating is pressed and can be withdrawn. */
export const Rating = memo(function Rating(): ReactElement {
  const translate = useTranslations("common.rating");
  const { annotations } = useAnnotations();
  const mine = annotations?.mine ?? null;
  return (
    <span className="flex phone:hidden">
      <SavedThumb score={1} mine={mine} label={translate("up")} />
      <SavedThumb score={-1} mine={mine} label={translate("down")} />
    </span>
  );
});

/** Ratings of one entry of the log, with their subject and a reason. */
export function EntryRating({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("common.rating");
  const { annotations } = useAnnotations();
  const mine = annotations?.entryRatings.find((rating) => rating.own && rating.sequence === sequence) ?? null;
  return (
    <span className="flex">
      <SavedThumb score={1} mine={mine} label={translate("entryUp")} sequence={sequence} />
      <SavedThumb score={-1} mine={mine} label={translate("entryDown")} sequence={sequence} />
    </span>
  );
}

function SavedThumb({
  score,
  mine,
  label,
  sequence,
}: {
  readonly score: 1 | -1;
  readonly mine: OwnRating;
  readonly label: string;
  /** The entry that is rated. Default: the run. */
  readonly sequence?: number;
}): ReactElement {
  const { workspace, traceId } = useRun();
  const { rate } = useAnnotate();
  return (
    <Thumb
      score={score}
      mine={mine}
      label={label}
      asksAspects={sequence !== undefined}
      isSaving={rate.isPending}
      error={rate.error}
      onSave={({ tags, ...change }, done) => {
        const about = sequence === undefined ? {} : { sequence, tags: [...tags] };
        rate.mutate({ workspace, traceId, ...change, ...about }, { onSuccess: done });
      }}
    />
  );
}
