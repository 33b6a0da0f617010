import type { ReactElement } from "react";
import type { FoundPage } from "./web-results.ts";

/** The pages that a search found, in its order. Nothing of them is loaded. */
export function FoundPagesView({ pages }: { readonly pages: readonly FoundPage[] }): ReactElement {
  return (
    <ol className="flex flex-col gap-3">
      {pages.map(({ title, url, snippet }, index) => (
        <li key={index} className="min-w-0">
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="link text-13 [overflow-wrap:anywhere]"
          >
            {title}
          </a>
          <p className="truncate font-mono text-11 text-ink-3" title={url}>
            {url}
          </p>
          {snippet !== "" && <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">{snippet}</p>}
        </li>
      ))}
    </ol>
  );
}
