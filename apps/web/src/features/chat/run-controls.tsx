"use client";
import type { Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { PauseButton } from "../../ui/pause-button.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import type { Delivery, DeliveryKind } from "./use-delivery.ts";

const DELIVERIES: readonly DeliveryKind[] = ["steer", "queue"];

export type RunControlsProps = {
  readonly workspace: string;
  readonly trace: Pick<Trace, "id" | "status" | "waitingFor">;
  readonly delivery: Pick<Delivery, "kind" | "choose">;
};

/** The controls of the active run beside the stop button: where messages go, and pause or continue. */
export function RunControls({ workspace, trace, delivery }: RunControlsProps): ReactElement {
  const translate = useTranslations("chat.delivery");
  return (
    <>
      <Segmented
        label={translate("label")}
        value={delivery.kind}
        onChange={delivery.choose}
        segments={DELIVERIES.map((value) => ({ value, label: translate(value) }))}
      />
      <PauseButton workspace={workspace} trace={trace} />
    </>
  );
}
