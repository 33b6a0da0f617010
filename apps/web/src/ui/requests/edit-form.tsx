"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Field } from "../field.tsx";
import { CONTROL_CLASS } from "../input.tsx";
import { isObjectText, readArguments, writeArguments } from "./call-arguments.ts";
import type { Argument } from "./call-arguments.ts";

export type EditFormProps = {
  /** The id of the form, for a submit button outside it. */
  readonly id: string;
  /** The text of a JSON object. */
  readonly callArguments: string;
  readonly onSubmit: (callArguments: string) => void;
  readonly onCancel: () => void;
};

/** Fields for the arguments of a call: one per argument, or one for all of them when they cannot be shown one by one. */
export function EditForm({ id, callArguments, onSubmit, onCancel }: EditFormProps): ReactElement {
  const translate = useTranslations("requests.edit");
  const [{ initial, isWhole }] = useState(() => {
    const separate = readArguments(callArguments);
    return {
      initial: separate ?? [{ name: "", text: callArguments, isText: false }],
      isWhole: separate === null,
    };
  });
  const [list, setList] = useState<readonly Argument[]>(initial);
  const [invalid, setInvalid] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("textarea")?.focus(), []);
  const submit = (): void => {
    if (isWhole) {
      const text = list[0]?.text ?? "";
      if (isObjectText(text)) onSubmit(text);
      else setInvalid("");
      return;
    }
    const written = writeArguments(list);
    if (written.ok) onSubmit(written.text);
    else setInvalid(written.invalid);
  };
  return (
    <form
      ref={form}
      id={id}
      className="flex flex-col gap-3 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
      }}
    >
      {list.map((argument, index) => (
        <Field
          key={argument.name}
          label={isWhole ? translate("whole") : argument.name}
          error={invalid === argument.name ? translate("invalid") : null}
        >
          {(control) => (
            <textarea
              {...control}
              rows={Math.min(MAX_ROWS, argument.text.split("\n").length)}
              spellCheck={false}
              value={argument.text}
              onChange={(event) => {
                setInvalid(null);
                setList(list.with(index, { ...argument, text: event.currentTarget.value }));
              }}
              className={classNames(
                CONTROL_CLASS,
                "field-sizing-content max-h-80 px-2 py-1 font-mono text-12",
              )}
            />
          )}
        </Field>
      ))}
    </form>
  );
}

const MAX_ROWS = 16;
