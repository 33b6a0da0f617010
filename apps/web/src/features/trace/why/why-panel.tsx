"use client";
import type { Diagnosis } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Disclosure } from "./disclosure.tsx";
import { FindingView } from "./finding-view.tsx";
import { useWhyOpen } from "./why-open.ts";

/** The reasons why a run failed or had problems. For a completed run they are collapsed into one line until asked for. */
export function WhyPanel({ diagnosis }: { readonly diagnosis: Diagnosis }): ReactElement | null {
  const translate = useTranslations("inspector.why");
  const [open, setOpen] = useWhyOpen();
  const { status, findings, errors } = diagnosis;
  if (findings.length === 0) return null;
  const list = findings.map((finding) => (
    <FindingView key={`${finding.kind}${finding.sequence}`} finding={finding} />
  ));
  if (status !== null && status !== "completed") {
    return (
      <section aria-label={translate("title")} className="border-b border-line">
        <h3 className="px-4 pt-3 text-12 font-semibold">{translate("title")}</h3>
        {list}
      </section>
    );
  }
  return (
    <Disclosure
      label={errors === 0 ? translate("noErrors") : translate("onTheWay", { count: errors })}
      open={open}
      onToggle={setOpen}
    >
      {list}
    </Disclosure>
  );
}
