"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { LanguageMenu } from "../../ui/shell/language-menu.tsx";
import { Logo } from "../../ui/shell/logo.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";

const STEPS = ["owner", "model", "agent", "folder"] as const;

/** The address of the owner and the name of the model, once they are known. */
export type SetupFacts = { readonly owner?: string | null; readonly model?: string | null };

/** The list of steps beside the form of the current step. */
export function SetupFrame({
  step,
  facts = {},
  isWide = false,
  children,
}: {
  readonly step: 1 | 2 | 3 | 4;
  /** Results of the steps before, in place of their descriptions. */
  readonly facts?: SetupFacts;
  /** Whether the form is next to other content. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const translate = useTranslations("setup");
  return (
    <div className="flex min-h-dvh phone:flex-col">
      <aside className="flex w-75 flex-none flex-col border-line bg-desk p-8 wide:border-r phone:relative phone:w-full phone:gap-3 phone:border-b phone:p-4">
        <div className="flex items-center gap-3 text-15 font-semibold">
          <Logo />
          {translate("product")}
        </div>
        <ol className="mt-10 flex flex-col gap-5 phone:mt-0 phone:flex-row phone:flex-wrap phone:gap-x-3 phone:gap-y-2">
          {STEPS.map((name, index) => (
            <li
              key={name}
              aria-current={index + 1 === step ? "step" : undefined}
              className="flex items-start gap-3 phone:items-center phone:gap-1.5"
            >
              <StepMark position={index + 1} step={step} />
              <span className="flex min-w-0 flex-col">
                <span className={index + 1 === step ? "font-semibold" : "text-ink-2"}>
                  {translate(`steps.${name}.title`)}
                </span>
                <span className="text-12 text-ink-2 [overflow-wrap:anywhere] phone:hidden">
                  {(index + 1 < step ? factOf(facts, name) : null) ?? translate(`steps.${name}.text`)}
                </span>
              </span>
            </li>
          ))}
        </ol>
        <p className="mt-auto pt-4 text-12 text-ink-2 phone:pt-0">{translate("stays")}</p>
        <div className="mt-4 -ml-3 phone:absolute phone:top-1.5 phone:right-1 phone:m-0">
          <LanguageMenu />
        </div>
      </aside>
      <main className="flex-1 px-16 py-24 phone:px-4 phone:py-8">
        <div className={`flex flex-col gap-6 ${isWide ? "max-w-224" : "max-w-120"}`}>{children}</div>
      </main>
    </div>
  );
}

function factOf(facts: SetupFacts, step: (typeof STEPS)[number]): string | null {
  return step === "owner" || step === "model" ? (facts[step] ?? null) : null;
}

function StepMark({ position, step }: { readonly position: number; readonly step: number }): ReactElement {
  if (position < step)
    return (
      <span className="flex size-5 flex-none items-center justify-center">
        <StatusGlyph status="completed" />
      </span>
    );
  const markClass = position === step ? "bg-accent text-on-accent" : "border border-field text-ink-2";
  return (
    <span className={`flex size-5 flex-none items-center justify-center rounded-full text-12 ${markClass}`}>
      {position}
    </span>
  );
}
