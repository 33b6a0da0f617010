"use client";
import type { ReactElement } from "react";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

type ListSearchProps = {
  /** Names the field; also its placeholder. */
  readonly label: string;
  readonly words: string;
  readonly onChange: (words: string) => void;
};

/** The search field above a list that is filtered while one types. */
export function ListSearch({ label, words, onChange }: ListSearchProps): ReactElement {
  return (
    <div className="flex-none border-b border-line px-4 py-2">
      <Field label={label} labelHidden>
        {(control) => (
          <Input
            {...control}
            type="search"
            placeholder={label}
            value={words}
            onChange={(event) => {
              onChange(event.target.value);
            }}
          />
        )}
      </Field>
    </div>
  );
}
