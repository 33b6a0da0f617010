"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";

export type ValueFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly autoFocus?: boolean;
  readonly onChange: (value: string) => void;
};

/** A field for the value of a secret, which browsers neither show nor remember. */
export function ValueField({ label, value, autoFocus = false, onChange }: ValueFieldProps): ReactElement {
  const translate = useTranslations("secrets");
  return (
    <Field label={label} hint={translate("valueHint")}>
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="new-password"
          autoFocus={autoFocus}
          required
          minLength={8}
          className="font-mono"
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}
