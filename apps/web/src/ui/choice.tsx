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

const TRACK =
  "relative mt-0.5 h-4 w-7 flex-none cursor-pointer appearance-none rounded-full bg-ink-3 transition-colors checked:bg-accent disabled:cursor-not-allowed disabled:bg-line-strong";
const KNOB =
  "before:absolute before:top-0.5 before:left-0.5 before:size-3 before:rounded-full before:bg-raised before:transition-transform checked:before:translate-x-3 checked:before:bg-on-accent motion-reduce:before:transition-none";

/** An option that takes effect at once, at the end of its row. */
export function Switch({ children, className, ...rest }: ChoiceProps): ReactElement {
  return (
    <label className={classNames(LABEL, "w-full", className)}>
      <span className="min-w-0 flex-1">{children}</span>
      <input type="checkbox" role="switch" {...rest} className={classNames(TRACK, KNOB)} />
    </label>
  );
}
