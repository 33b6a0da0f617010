"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { providerSlug } from "../../lib/provider-slug.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";

/** A model that a local server offers. */
export type DetectedModel = {
  readonly label: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
};

/** With more models than this, typing a name is easier than finding its button. */
const MAX_BUTTONS = 8;

/** A button for each model of the servers on the server's machine; nothing without any. */
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
