"use client";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { Button } from "./button.tsx";
import { Checkbox } from "./choice.tsx";
import { FailureNote } from "./failure-note.tsx";
import { IconButton } from "./icon-button.tsx";
import type { IconButtonProps } from "./icon-button.tsx";
import { CONTROL_CLASS } from "./input.tsx";
import { Popover } from "./popover.tsx";

/** Aspects that a thumb may name, by its direction. */
const TAGS = {
  up: ["correct", "clear", "efficient"],
  down: ["wrong", "incomplete", "verbose", "risky"],
} as const;
type RatingTag = (typeof TAGS)["up" | "down"][number];

/** A rating to save. `score`: null withdraws it. */
export type RatingChange = {
  readonly score: 1 | -1 | null;
  readonly reason: string;
  readonly tags: readonly RatingTag[];
};

/** The person's own rating; null without one. */
export type OwnRating = {
  readonly score: number;
  readonly reason: string;
  readonly tags?: readonly string[];
} | null;

type ThumbProps = {
  readonly score: 1 | -1;
  readonly mine: OwnRating;
  readonly label: string;
  /** The edge of the thumb that the form aligns to: the one away from the edge of the page. @default end */
  readonly align?: "start" | "end";
  /** Whether it also asks for the aspect that the thumb rates. */
  readonly asksAspects?: boolean;
  readonly isSaving: boolean;
  readonly error: { readonly message: string } | null;
  /** Saves the rating and calls `done` once it is stored. */
  readonly onSave: (change: RatingChange, done: () => void) => void;
} & Pick<IconButtonProps, "size">;

/** A thumb that asks for a reason. It is pressed if it is the person's rating, which can then be withdrawn. */
export function Thumb({
  score,
  mine,
  label,
  align = "end",
  asksAspects = false,
  isSaving,
  error,
  onSave,
  size,
}: ThumbProps): ReactElement {
  const translate = useTranslations("common.rating");
  const pressed = mine?.score === score;
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const choices: readonly RatingTag[] = score === 1 ? TAGS.up : TAGS.down;
  const [chosen, setChosen] = useState<readonly RatingTag[] | null>(null);
  const tags = chosen ?? choices.filter((tag) => pressed && mine.tags?.includes(tag) === true);
  const shown = reason ?? (pressed ? mine.reason : "");
  const send = (next: RatingChange["score"]): void => {
    onSave({ score: next, reason: shown, tags }, () => {
      setOpen(false);
      setReason(null);
      setChosen(null);
    });
  };
  return (
    <Popover
      label={label}
      align={align}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={label} icon={score === 1 ? ThumbsUp : ThumbsDown} pressed={pressed} size={size} />
      }
    >
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          send(score);
        }}
      >
        {asksAspects && (
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
            value={shown}
            placeholder={translate("example")}
            onChange={(event) => {
              setReason(event.target.value);
            }}
            className={`${CONTROL_CLASS} px-2 py-1`}
          />
        </label>
        <p className="text-12 text-ink-2">{translate("becomes")}</p>
        {error !== null && <FailureNote error={error} />}
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
          <Button type="submit" disabled={isSaving}>
            {translate("save")}
          </Button>
        </span>
      </form>
    </Popover>
  );
}
