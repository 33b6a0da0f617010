"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { providerSlug } from "../../lib/provider-slug.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";

/** What a server of this machine says of one of its models. */
export type DetectedModel = {
  readonly label: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
};

/** More than this many are a list to type into, not to choose from. */
const MAX_BUTTONS = 8;

/** Models of servers that answer on the server's machine, one button each; nothing while none is known. */
export function DetectedModels({
  workspace,
  onChoose,
}: {
  readonly workspace: string;
  readonly onChoose: (model: DetectedModel) => void;
}): ReactElement | null {
  const translate = useTranslations("settings.models.form");
  const { data } = useQuery(useTRPC().models.detect.queryOptions({ workspace }));
  const detected = (data ?? []).flatMap(({ label, baseUrl, models }) =>
    models.map((model) => ({ server: label, label: model, provider: providerSlug(label), baseUrl, model })),
  );
  if (detected.length === 0) return null;
  return (
    <div role="group" aria-label={translate("detected")} className="flex flex-wrap items-center gap-2">
      <span className="text-12 text-ink-2">{translate("detected")}</span>
      {detected.slice(0, MAX_BUTTONS).map(({ server, ...model }) => (
        <Button
          key={`${model.baseUrl} ${model.model}`}
          onClick={() => {
            onChoose(model);
          }}
        >
          {translate("detectedModel", { model: model.model, server })}
        </Button>
      ))}
    </div>
  );
}
