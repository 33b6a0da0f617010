import type { ReactElement } from "react";

/** The initials of a person. Decorative: the name is next to it or labels the button around it. */
export function Avatar({ name }: { readonly name: string }): ReactElement {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 flex-none place-items-center rounded-full bg-[color-mix(in_oklab,var(--ink)_10%,var(--page))] text-11 font-semibold text-ink-2"
    >
      {getInitials(name)}
    </span>
  );
}

/** Returns the first and last initial of a name, one character if it has no spaces ("王小明" → "王"), or "?" if it is empty. */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
