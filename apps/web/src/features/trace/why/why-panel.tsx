"use client";
import type { Diagnosis, Finding } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { Disclosure } from "./disclosure.tsx";
import { FindingView } from "./finding-view.tsx";
import { FirstProblems } from "./first-problems.tsx";
import { useWhyOpen } from "./why-open.ts";

export type WhyPanelProps = {
  readonly diagnosis: Diagnosis;
  /** Comes before the reasons, but after the cause of a failure. */
  readonly children?: ReactNode;
};

/**
 * The reasons why a run failed or had problems. For a run that did not fail they are collapsed until asked for, into the first problem and the
 * reasons of retries.
 */
export function WhyPanel({ diagnosis, children }: WhyPanelProps): ReactElement {
  const translate = useTranslations("inspector.why");
  const [open, setOpen] = useWhyOpen();
  const { status, findings, errors } = diagnosis;
  const retries = findings.find((finding) => finding.kind === "retries")?.count ?? 0;
  if (findings.length === 0) return <>{children}</>;
  const hasBetterFix = findings.some(({ kind }) => kind === "missing");
  const listOf = (some: typeof findings): readonly ReactElement[] =>
    some.map((finding) => (
      <FindingView key={`${finding.kind}${finding.sequence}`} finding={finding} hasBetterFix={hasBetterFix} />
    ));
  if (status !== null && status !== "completed") {
    return (
      <section aria-label={translate("title")} className="border-b border-line">
        <h3 className="px-4 pt-3 text-12 font-semibold">{translate("title")}</h3>
        {listOf(findings.filter(isOfTheEnd))}
        {children}
        {listOf(findings.filter((finding) => !isOfTheEnd(finding)))}
      </section>
    );
  }
  return (
    <>
      {children}
      <Disclosure
        label={
          errors === 0
            ? translate("noErrors")
            : translate(retries === 0 ? "onTheWay" : "onTheWayRetried", { count: errors, retries })
        }
        open={open}
        onToggle={setOpen}
        preview={<FirstProblems diagnosis={diagnosis} />}
      >
        {listOf(findings)}
      </Disclosure>
    </>
  );
}

function isOfTheEnd({ kind }: Finding): boolean {
  return kind === "missing" || kind === "failed_goals" || kind === "end";
}
