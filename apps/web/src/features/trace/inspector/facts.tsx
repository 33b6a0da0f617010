import type { ReactElement, ReactNode } from "react";

/** A name and its value. A null, false or empty value omits the row. */
export type Fact = readonly [name: string, content: ReactNode];

/** Names and values in two columns. Unknown values are omitted. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  return (
    <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1 border-b border-line px-4 py-3 text-12">
      {facts
        .filter(([, content]) => content !== null && content !== false && content !== "")
        .map(([name, content]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{content}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A section of the inspector with a heading. */
export function Section({
  title,
  action,
  children,
}: {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="border-b border-line px-4 py-3 last:border-0">
      <div className="mb-2 flex min-h-6 items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate text-12 font-semibold">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
