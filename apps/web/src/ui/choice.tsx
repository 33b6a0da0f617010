import type { ComponentProps, ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

type ChoiceProps = Omit<ComponentProps<"input">, "type" | "children"> & { readonly children: ReactNode };

const BOX = "mt-0.5 size-4 flex-none accent-accent disabled:cursor-not-allowed";
const LABEL =
  "inline-flex min-w-0 items-start gap-2 has-disabled:text-ink-3 phone:min-h-11 phone:items-center pointer-coarse:min-h-11 pointer-coarse:items-center";

/** One of several options. Give all options of a group the same `name` and put them in a `fieldset` with a `legend`. */
export function Radio({ children, className, ...rest }: ChoiceProps): ReactElement {
  return (
    <label className={classNames(LABEL, className)}>
      <input type="radio" {...rest} className={BOX} />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

/** An on/off option. */
export function Checkbox({ children, className, ...rest }: ChoiceProps): ReactElement {
  return (
    <label className={classNames(LABEL, className)}>
      <input type="checkbox" {...rest} className={BOX} />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
