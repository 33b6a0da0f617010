"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useActions, useView } from "../state/debugger-provider.tsx";

/** Shows or hides the bookkeeping of the runtime, with the number of these entries. Renders nothing when there are none. */
export function RuntimeSwitch({ count }: { readonly count: number }): ReactElement | null {
  const translate = useTranslations("trace.runtime");
  const shown = useView((view) => view.runtime);
  const { changeView } = useActions();
  if (count === 0) return null;
  return (
    <button
      type="button"
      aria-pressed={shown}
      title={translate("hint")}
      onClick={() => {
        changeView({ runtime: !shown });
      }}
      className={classNames(
        "flex h-6 items-center gap-1.5 rounded-md px-2 text-12 hover:bg-ink/4 phone:h-11",
        shown ? "bg-ink/7 text-ink" : "text-ink-2",
      )}
    >
      {translate("label", { count })}
      <span className="text-ink-3">{translate(shown ? "shown" : "hidden")}</span>
    </button>
  );
}
