"use client";
import { useId } from "react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { StatusGlyph } from "./status-glyph.tsx";

/** The attributes that link a control to its label, hint and error. */
export type FieldControl = {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
};

export type FieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The problem and how to fix it; replaces the hint and marks the control as invalid. */
  readonly error?: string | null;
  /** Shows the label to screen readers only, where the context makes it obvious. */
  readonly labelHidden?: boolean;
  readonly className?: string;
  readonly children: (control: FieldControl) => ReactNode;
};

/** A control with its label and hint: `<Field label={…}>{(control) => <Input {...control} />}</Field>`. */
export function Field({ label, hint, error, labelHidden, className, children }: FieldProps): ReactElement {
  const id = useId();
  const described = Boolean(error) || hint !== undefined;
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={id} className={labelHidden === true ? "sr-only" : "text-12 font-semibold"}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described ? `${id}-hint` : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {described && (
        <div
          id={`${id}-hint`}
          role={error ? "alert" : undefined}
          className={classNames("flex items-start gap-1 text-12", error ? "text-error" : "text-ink-2")}
        >
          {error ? (
            <>
              <StatusGlyph status="failed" decorative className="mt-0.5" />
              {error}
            </>
          ) : (
            hint
          )}
        </div>
      )}
    </div>
  );
}
