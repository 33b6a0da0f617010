"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { providerSlug } from "../../lib/provider-slug.ts";
import { SCRIPTED_DEMO } from "../../lib/scripted-demo.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Radio } from "../../ui/choice.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Note } from "../../ui/note.tsx";
import { PROVIDERS } from "./providers.ts";
import { ProviderFields } from "./provider-fields.tsx";

export type ModelStepProps = {
  readonly workspace: string;
  readonly model: {
    readonly configured: boolean;
    readonly label: string | null;
    readonly source: string | null;
  };
  readonly detected: readonly {
    readonly label: string;
    readonly baseUrl: string;
    readonly models: readonly string[];
  }[];
  /** Receives the name of the model to show; null if none was chosen. */
  readonly onDone: (name: string | null) => void;
};

/** Selects the first model: from the environment, a local server, a provider with a key, or the scripted demo. */
export function ModelStep({ workspace, model, detected, onDone }: ModelStepProps): ReactElement {
  const translate = useTranslations("setup.model");
  const trpc = useTRPC();
  const fromEnvironment = model.configured && model.source === "environment";
  const [choice, setChoice] = useState(
    fromEnvironment ? "environment" : detected[0] === undefined ? "scripted" : "local:0",
  );
  const [fields, setFields] = useState({ baseUrl: "", model: "", key: "" });
  const save = useMutation(trpc.models.save.mutationOptions());
  const setDefault = useMutation(trpc.models.setDefault.mutationOptions());
  const test = useMutation(trpc.models.test.mutationOptions());
  const local = choice.startsWith("local:") ? detected[Number(choice.slice(6))] : undefined;
  const provider = PROVIDERS.find((candidate) => candidate.id === choice);
  const busy = save.isPending || setDefault.isPending || test.isPending;
  const failed = save.error ?? setDefault.error ?? test.error;

  const select = (next: string): void => {
    const preset = PROVIDERS.find((candidate) => candidate.id === next);
    setChoice(next);
    setFields({ baseUrl: preset?.baseUrl ?? "", model: preset?.model ?? "", key: "" });
  };
  const choose = async (): Promise<void> => {
    if (choice === "environment") {
      onDone(model.label);
      return;
    }
    if (choice === "scripted") {
      await setDefault.mutateAsync({ workspace, reference: SCRIPTED_DEMO });
      onDone(translate("scripted"));
      return;
    }
    const name = fields.model || (local?.models[0] ?? "");
    const baseUrl = local?.baseUrl ?? fields.baseUrl;
    const slug =
      local === undefined && provider?.id !== "other" ? choice : providerSlug(local?.label ?? baseUrl);
    // A retry after a failed test updates the same entry.
    const saved = await save.mutateAsync({
      workspace,
      id: save.data?.id,
      label: name,
      provider: slug,
      baseUrl,
      model: name,
      key: fields.key || undefined,
    });
    const tested = await test.mutateAsync({ workspace, reference: saved.reference });
    if (!tested.ok) return;
    await setDefault.mutateAsync({ workspace, reference: saved.reference });
    onDone(name);
  };
  const submit = useSubmit(choose);
  const row = (id: string, title: string, text: string): ReactElement => (
    <div
      key={id}
      className={`border-b border-line px-4 py-3 last:border-b-0 ${choice === id ? "bg-accent-soft" : ""}`}
    >
      <Radio
        name="model"
        checked={choice === id}
        onChange={() => {
          select(id);
        }}
      >
        <span className={choice === id ? "font-semibold" : ""}>{title}</span>
        <span className="block text-12 text-ink-2">{text}</span>
      </Radio>
    </div>
  );
  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1 className="text-20 font-semibold">{translate("title")}</h1>
        <p className="text-ink-2">{translate("looked", { count: detected.length })}</p>
      </header>
      <fieldset className="overflow-hidden rounded-md border border-line-strong">
        <legend className="sr-only">{translate("title")}</legend>
        {fromEnvironment && row("environment", model.label ?? "", translate("environment"))}
        {detected.map((server, index) =>
          row(
            `local:${index}`,
            server.label,
            translate("local", { count: server.models.length, address: server.baseUrl }),
          ),
        )}
        {PROVIDERS.map(({ id }) =>
          row(id, translate(`providers.${id}`), translate(id === "other" ? "otherText" : "needsKey")),
        )}
        {row("scripted", translate("scripted"), translate("scriptedText"))}
      </fieldset>
      {(local ?? provider) !== undefined && (
        <ProviderFields
          fields={fields}
          models={local?.models ?? []}
          withAddress={provider?.id === "other"}
          withKey={provider !== undefined}
          onChange={setFields}
        />
      )}
      {failed !== null && <FailureNote error={failed} />}
      {test.data?.ok === false && (
        <Note tone="error">
          <p>{test.data.failure.message}</p>
          <p className="text-ink-2">{test.data.failure.fix}</p>
        </Note>
      )}
      <div className="flex gap-2">
        <Button variant="primary" size="large" type="submit" disabled={busy}>
          {translate(busy ? "testing" : choice === "scripted" ? "useDemo" : "use")}
        </Button>
        <Button
          variant="ghost"
          size="large"
          onClick={() => {
            onDone(null);
          }}
        >
          {translate("later")}
        </Button>
      </div>
    </form>
  );
}
