import type { ReactElement, ReactNode } from "react";

export type SectionProps = { readonly title: string; readonly children: ReactNode };

/** A titled part of a panel. */
export function Section({ title, children }: SectionProps): ReactElement {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
