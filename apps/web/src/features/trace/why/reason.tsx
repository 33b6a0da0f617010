import type { LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { TONE_TEXT } from "../../../ui/status.ts";
import type { Tone } from "../../../ui/status.ts";

export type ReasonProps = {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A reason with its heading. Hairlines separate reasons, without boxes. */
export function Reason({ icon, tone, title, aside, children }: ReasonProps): ReactElement {
  return (
    <section className="border-b border-line px-4 py-2 last:border-0">
      <div className="flex min-h-6 items-center gap-2">
        <Icon icon={icon} size={14} className={TONE_TEXT[tone]} />
        <h4 className="min-w-0 flex-1 truncate text-12 font-semibold">{title}</h4>
        {aside !== undefined && <span className="flex-none text-11 text-ink-3">{aside}</span>}
      </div>
      <div className="pl-5.5">{children}</div>
    </section>
  );
}
