import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { workspaceHref } from "./nav-items.ts";
import { RailLink } from "./rail.tsx";

type CountedLinkProps = {
  readonly workspace: string;
  /** The last part of the page's address. */
  readonly page: string;
  readonly icon: LucideIcon;
  readonly count: number;
  /** The color of the number. @default accent */
  readonly countTone?: "accent" | "wait";
  /** The name of the page with this number. */
  readonly label: string;
};

/** A rail icon that links to a page of the workspace, with the number of things there that this person has not seen or decided. */
export function CountedLink({ workspace, page, ...link }: CountedLinkProps): ReactElement {
  const href = `${workspaceHref(workspace)}/${page}`;
  return <RailLink href={href} area={href} {...link} />;
}

/**
 * Returns the options of a query for such a number, which is polled while the page is visible: a stream per tab would use up the few connections
 * that browsers allow per server.
 */
export function countPolling(refetchInterval: number): {
  readonly refetchInterval: number;
  readonly refetchOnWindowFocus: true;
} {
  return { refetchInterval, refetchOnWindowFocus: true };
}
