import type { ReactElement } from "react";

/** The logo: one node with two branches, the second one taken. Decorative: the name is next to it. */
export function Logo({ size = 20 }: { readonly size?: number }): ReactElement {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      className="block flex-none"
    >
      <circle cx={4} cy={10} r={2.25} />
      <circle cx={16} cy={4} r={2.25} />
      <circle cx={16} cy={16} r={2.25} fill="var(--accent)" stroke="var(--accent)" />
      <path d="M6 9.2 13.8 5M6 10.8l7.8 4.2" />
    </svg>
  );
}
