"use client";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import type { ReactElement } from "react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/choice.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { CONTROL_CLASS } from "../../../ui/input.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { useAnnotate, useAnnotations } from "./use-annotations.ts";

type Score = 1 | -1;

/** Ratings of the run, each with a reason. The person's own rating is pressed and can be withdrawn. */
export const Rating = memo(function Rating(): ReactElement {
  const translate = useTranslations("inspector.rating");
  const { annotations } = useAnnotations();
  const mine = annotations?.mine ?? null;
  return (
    <span className="flex phone:hidden">
      <Thumb score={1} mine={mine} label={translate("up")} />
      <Thumb score={-1} mine={mine} label={translate("down")} />
    </span>
  );
});

/** Ratings of one entry of the log, with what they are about and a reason. */
export function EntryRating({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("inspector.rating");
  const { annotations } = useAnnotations();
  const mine = annotations?.entryRatings.find((rating) => rating.own && rating.sequence === sequence) ?? null;
  return (
    <span className="flex">
      <Thumb score={1} mine={mine} label={translate("entryUp")} sequence={sequence} />
      <Thumb score={-1} mine={mine} label={translate("entryDown")} sequence={sequence} />
    </span>
  );
}

/** Aspects that a thumb on an entry may name, by its direction. */
const TAGS = {
  up: ["correct", "clear", "efficient"],
  down: ["wrong", "incomplete", "verbose", "risky"],
} as const;
type RatingTag = (typeof TAGS)["up" | "down"][number];

type OwnRating = {
  readonly score: number;
  readonly reason: string;
  readonly tags?: readonly string[];
} | null;

function Thumb({
  score,
  mine,
  label,
  sequence,
}: {
  readonly score: Score;
  readonly mine: OwnRating;
  readonly label: string;
  /** The entry that is rated. Default: the run. */
  readonly sequence?: number;
}): ReactElement {
  const translate = useTranslations("inspector.rating");
  const { workspace, traceId } = useRun();
  const { rate } = useAnnotate();
  const pressed = mine?.score === score;
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const choices: readonly RatingTag[] = score === 1 ? TAGS.up : TAGS.down;
  const [chosen, setChosen] = useState<readonly RatingTag[] | null>(null);
  const tags = chosen ?? choices.filter((tag) => pressed && mine.tags?.includes(tag) === true);
  const send = (nextScore: Score | null): void => {
    rate.mutate(
      {
        ...{ workspace, traceId, score: nextScore, reason: reason ?? (pressed ? mine.reason : "") },
        ...(sequence === undefined ? {} : { sequence, tags: [...tags] }),
      },
      {
        onSuccess: () => {
          setOpen(false);
          setReason(null);
          setChosen(null);
        },
      },
    );
  };
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label={label} icon={score === 1 ? ThumbsUp : ThumbsDown} pressed={pressed} />}
    >
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          send(score);
        }}
      >
        {sequence !== undefined && (
          <fieldset className="flex flex-wrap gap-x-3 gap-y-1 text-12">
            <legend className="sr-only">{translate("about")}</legend>
            {choices.map((tag) => (
              <Checkbox
                key={tag}
                checked={tags.includes(tag)}
                onChange={(event) => {
                  setChosen(event.target.checked ? [...tags, tag] : tags.filter((other) => other !== tag));
                }}
              >
                {translate(`tag.${tag}`)}
              </Checkbox>
            ))}
          </fieldset>
        )}
        <label className="flex flex-col gap-1 text-12">
          {translate(score === 1 ? "whyUp" : "whyDown")}
          <textarea
            rows={3}
            maxLength={1_000}
            value={reason ?? (pressed ? mine.reason : "")}
            onChange={(event) => {
              setReason(event.target.value);
            }}
            className={`${CONTROL_CLASS} px-2 py-1`}
          />
        </label>
        <p className="text-12 text-ink-2">{translate("becomes")}</p>
        {rate.error && <FailureNote error={rate.error} />}
        <span className="flex justify-end gap-2">
          {pressed && (
            <Button
              variant="ghost"
              onClick={() => {
                send(null);
              }}
            >
              {translate("takeBack")}
            </Button>
          )}
          <Button type="submit" disabled={rate.isPending}>
            {translate("save")}
          </Button>
        </span>
      </form>
    </Popover>
  );
}
