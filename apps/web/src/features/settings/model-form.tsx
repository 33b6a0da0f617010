"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { DetectedModels } from "./detected-models.tsx";
import type { ModelRow } from "./model-row.ts";

export type ModelFormProps = {
  readonly workspace: string;
  /** Null adds a model. */
  readonly model: ModelRow | null;
  readonly onClose: (saved: { readonly keyDropped: boolean } | null) => void;
};

const FIELDS = [
  "label",
  "provider",
  "baseUrl",
  "model",
  "contextWindow",
  "clearAbove",
  "summariseAbove",
  "maxCalls",
  "inputPrice",
  "cachedInputPrice",
  "outputPrice",
  "key",
] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const OPTIONAL: readonly string[] = [
  "clearAbove",
  "summariseAbove",
  "maxCalls",
  "inputPrice",
  "cachedInputPrice",
  "outputPrice",
  "key",
];
const COUNTS: readonly string[] = ["contextWindow", "clearAbove", "summariseAbove", "maxCalls"];

/** Adds or changes a model. An empty key field keeps the stored key, unless the address changed. */
export function ModelForm({ workspace, model, onClose }: ModelFormProps): ReactElement {
  const translate = useTranslations("settings.models.form");
  const trpc = useTRPC();
  const [values, setValues] = useState<Values>(() => initialValues(model));
  const save = useMutation(trpc.models.save.mutationOptions({ onSuccess: onClose }));
  const addressChanged = model !== null && model.keyHint !== null && values.baseUrl !== (model.baseUrl ?? "");
  const submit = useSubmit(async () => {
    const priced = values.inputPrice !== "" && values.outputPrice !== "";
    const input = Number(values.inputPrice);
    const cachedInput = values.cachedInputPrice === "" ? input : Number(values.cachedInputPrice);
    await save.mutateAsync({
      workspace,
      id: model?.id,
      label: values.label,
      provider: values.provider,
      baseUrl: values.baseUrl,
      model: values.model,
      contextWindow: Number(values.contextWindow),
      clearAbove: values.clearAbove === "" ? null : Number(values.clearAbove),
      summariseAbove: values.summariseAbove === "" ? null : Number(values.summariseAbove),
      maxCalls: values.maxCalls === "" ? null : Number(values.maxCalls),
      price: priced ? { input, cachedInput, output: Number(values.outputPrice) } : null,
      key: values.key === "" ? undefined : values.key,
    });
  });
  const fieldHint = (name: (typeof FIELDS)[number]): string | undefined => {
    if (name === "contextWindow") return translate("windowHint");
    if (name === "clearAbove" || name === "summariseAbove") return translate("shareHint");
    if (name === "maxCalls") return translate("maxCallsHint");
    if (name === "inputPrice") return translate("priceHint");
    if (name !== "key") return undefined;
    if (addressChanged) return translate("keyAgain");
    return model?.keyHint == null ? translate("keyHint") : translate("keyKept", { ending: model.keyHint });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-md bg-sunken p-4">
      {model === null && (
        <DetectedModels
          workspace={workspace}
          onChoose={(detected) => {
            setValues({ ...values, ...detected });
          }}
        />
      )}
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        {FIELDS.map((name) => (
          <Field key={name} label={translate(name)} hint={fieldHint(name)}>
            {(control) => (
              <Input
                {...control}
                type={name === "key" ? "password" : name === "baseUrl" ? "url" : "text"}
                inputMode={COUNTS.includes(name) ? "numeric" : name.endsWith("Price") ? "decimal" : undefined}
                pattern={
                  COUNTS.includes(name) ? "[0-9]*" : name.endsWith("Price") ? "[0-9]*[.]?[0-9]*" : undefined
                }
                autoComplete="off"
                required={!OPTIONAL.includes(name)}
                value={values[name]}
                onChange={(event) => {
                  setValues({ ...values, [name]: event.target.value });
                }}
              />
            )}
          </Field>
        ))}
      </div>
      {save.isError && <FailureNote error={save.error} />}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" disabled={save.isPending}>
          {translate("save")}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            onClose(null);
          }}
        >
          {translate("cancel")}
        </Button>
      </div>
    </form>
  );
}

function initialValues(model: ModelRow | null): Values {
  return {
    label: model?.label ?? "",
    provider: model?.provider ?? "",
    baseUrl: model?.baseUrl ?? "",
    model: model?.model ?? "",
    contextWindow: String(model?.contextWindow ?? 128_000),
    clearAbove: String(model?.clearAbove ?? ""),
    summariseAbove: String(model?.summariseAbove ?? ""),
    maxCalls: String(model?.maxCalls ?? ""),
    inputPrice: model?.price == null ? "" : String(model.price.input),
    cachedInputPrice: model?.price == null ? "" : String(model.price.cachedInput),
    outputPrice: model?.price == null ? "" : String(model.price.output),
    key: "",
  };
}
