"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import type { SkillDetailData } from "./skill-types.ts";

type SkillSeenProps = {
  readonly seen: SkillDetailData["seen"];
  readonly name: string;
  readonly isCore: boolean;
};

/** Lines of a loaded skill that are shown at first. */
const FIRST_LINES = 20;

/** A skill as a model sees it: its line in every context, and the text that is loaded. */
export function SkillSeen({ seen, name, isCore }: SkillSeenProps): ReactElement {
  const translate = useTranslations("skills.seen");
  const format = useFormat();
  return (
    <div className="flex max-w-190 flex-col gap-6 px-6 py-5">
      {!isCore && (
        <section className="flex flex-col gap-2">
          <h3>
            <span className="font-semibold">{translate("always")}</span>{" "}
            <span className="text-ink-2">
              {translate("tokens", { tokens: format.count(seen.lineTokens) })}
            </span>
          </h3>
          <CodeBlock code={seen.line} wrap />
        </section>
      )}
      <section className="flex flex-col gap-2">
        <h3>
          <span className="font-semibold">
            {isCore ? translate("always") : translate("afterCall", { call: `skill("${name}")` })}
          </span>{" "}
          <span className="text-ink-2">
            {translate("tokens", { tokens: format.count(seen.loadedTokens) })}
          </span>
        </h3>
        <CodeBlock code={seen.loaded} wrap foldAfter={FIRST_LINES} />
      </section>
    </div>
  );
}
