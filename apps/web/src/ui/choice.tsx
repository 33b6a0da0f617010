import type { ComponentProps, ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

type ChoiceProps = Omit<ComponentProps<"input">, "type" | "children"> & { readonly children: ReactNode };

const BOX = "mt-0.5 size-4 flex-none accent-accent disabled:cursor-not-allowed";
const LABEL =
  "inline-flex min-w-0 items-start gap-2 has-disabled:text-ink-3 phone:min-h-11 phone:items-center pointer-coarse:min-h-11 pointer-coarse:items-center";

/** One thing to switch on or off in a form, with its label as children. */
export function Checkbox({ children, className, ...rest }: ChoiceProps): ReactElement {
  return (
    <label className={classNames(LABEL, className)}>
      <input type="checkbox" {...rest} className={BOX} />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

/** One of several; give all of a group the same `name` and put them in a `fieldset` with a `legend`. */
export function Radio({ children, className, ...rest }: ChoiceProps): ReactElement {
  return (
    <label className={classNames(LABEL, className)}>
      <input type="radio" {...rest} className={BOX} />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

/** A setting that takes effect at once. */
export function Switch({ children, className, ...rest }: ChoiceProps): ReactElement {
  return (
    <label className={classNames(LABEL, className)}>
      <input
        type="checkbox"
        role="switch"
        {...rest}
        className="relative mt-0.5 h-4 w-7 flex-none appearance-none rounded-full bg-ink-3 transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-3 before:rounded-full before:bg-raised before:transition-transform checked:bg-accent checked:before:translate-x-3 checked:before:bg-on-accent disabled:cursor-not-allowed disabled:bg-line-strong"
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
