import type { ReactElement } from "react";
import { Field } from "./field.tsx";
import { CONTROL_CLASS } from "./input.tsx";

export type JsonFieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The problem with the text; null if there is none. */
  readonly error: string | null;
  readonly value: string;
  readonly onChange: (text: string) => void;
};

/** A field for JSON of a few lines. */
export function JsonField({ label, hint, error, value, onChange }: JsonFieldProps): ReactElement {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          rows={5}
          spellCheck={false}
          autoComplete="off"
          value={value}
          className={`${CONTROL_CLASS} resize-y px-3 py-2 font-mono text-12`}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}
