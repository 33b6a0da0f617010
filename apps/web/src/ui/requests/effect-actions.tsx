"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Button } from "../button.tsx";
import type { Resolution } from "./use-decide-request.ts";

type EffectActionsProps = {
  readonly isPending: boolean;
  readonly onResolve: (resolution: Resolution) => void;
};

const RESOLUTIONS: readonly Resolution[] = ["happened", "run_again", "left"];

/** The reports that a person can give on a call whose process died. */
export function EffectActions({ isPending, onResolve }: EffectActionsProps): ReactElement {
  const translate = useTranslations("requests.effect");
  return (
    <>
      {RESOLUTIONS.map((resolution, index) => (
        <Button
          key={resolution}
          variant={index === 0 ? "primary" : undefined}
          disabled={isPending}
          onClick={() => {
            onResolve(resolution);
          }}
        >
          {translate(resolution)}
        </Button>
      ))}
    </>
  );
}
