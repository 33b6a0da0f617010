import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";

/** An icon next to text or in a named control, hidden from assistive technology. 16 px, 14 px in rows, 12 px in marks. */
export function Icon({ icon: Drawing, size = 16, className }: IconProps): ReactElement {
  return (
    <Drawing
      size={size}
      strokeWidth={size === 12 ? 1.75 : 1.5}
      aria-hidden="true"
      className={classNames("block flex-none", className)}
    />
  );
}

export type IconProps = {
  readonly icon: LucideIcon;
  readonly size?: 16 | 14 | 12;
  readonly className?: string;
};
