import type { ComponentProps, ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { CONTROL_CLASS } from "./input.tsx";

/** Several lines of text. Needs a label: use it in a `Field`. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">): ReactElement {
  return <textarea {...rest} className={classNames(CONTROL_CLASS, "block resize-y px-3 py-2", className)} />;
}
