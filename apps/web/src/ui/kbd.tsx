import type { ReactElement } from "react";

/** A key shown next to its action. Hidden from screen readers, because the control itself names its shortcut. */
export function Kbd({ keys }: { readonly keys: string }): ReactElement {
  return (
    <kbd
      aria-hidden="true"
      className="inline-block min-w-4 rounded-sm border border-current/35 px-1 text-center font-sans text-11 leading-[14px] phone:hidden"
    >
      {keys}
    </kbd>
  );
}
