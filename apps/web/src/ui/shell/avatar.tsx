import type { ReactElement } from "react";

/** Initials of a person. Decorative: the name stands beside it or names the button around it. */
export function Avatar({ name }: { readonly name: string }): ReactElement {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 flex-none place-items-center rounded-full bg-[color-mix(in_oklab,var(--ink)_10%,var(--page))] text-11 font-semibold text-ink-2"
    >
      {initialsOf(name)}
    </span>
  );
}

/** Two initials of a name in letters, one sign of a name without spaces ("王小明" is "王"), "?" of nothing. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
