"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import type { QuestionView } from "../../lib/requests/request-view.ts";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../button.tsx";
import { Field } from "../field.tsx";
import { CONTROL_CLASS } from "../input.tsx";

type QuestionFormProps = {
  readonly question: QuestionView;
  readonly isPending: boolean;
  readonly onAnswer: (text: string) => void;
};

/** The choices of a question and a field for any other answer. */
export function QuestionForm({ question, isPending, onAnswer }: QuestionFormProps): ReactElement {
  const translate = useTranslations("requests.question");
  const [text, setText] = useState("");
  const { choices } = question;
  const canSend = !isPending && text.trim() !== "";
  const send = (): void => {
    if (canSend) onAnswer(text.trim());
  };
  return (
    <form
      className="flex min-w-0 flex-1 flex-col items-start gap-2 phone:basis-full"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {choices.length > 0 && (
        <ul aria-label={translate("choices")} className="flex flex-wrap gap-2">
          {choices.map((choice) => (
            <li key={choice} className="min-w-0">
              <Button
                disabled={isPending}
                className="h-auto! min-h-7 max-w-full py-1 text-left [overflow-wrap:anywhere] whitespace-normal phone:min-h-11"
                onClick={() => {
                  onAnswer(choice);
                }}
              >
                {choice}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={translate(choices.length > 0 ? "other" : "answer")}
        labelHidden
        className="w-full max-w-170"
      >
        {(control) => (
          <textarea
            {...control}
            rows={1}
            value={text}
            maxLength={MAX_ANSWER}
            placeholder={translate(choices.length > 0 ? "other" : "answer")}
            onChange={(event) => {
              setText(event.currentTarget.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              send();
            }}
            className={classNames(
              CONTROL_CLASS,
              "field-sizing-content max-h-60 min-h-7 px-2 py-1 phone:min-h-11",
            )}
          />
        )}
      </Field>
      <Button variant="primary" type="submit" disabled={!canSend}>
        {translate("send")}
      </Button>
    </form>
  );
}

/** In characters; the limit of the API. */
const MAX_ANSWER = 20_000;
