"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";

type Fields = { readonly baseUrl: string; readonly model: string; readonly key: string };
export type ProviderFieldsProps = {
  readonly fields: Fields;
  /** The models that the server offers; empty lets the person type a name. */
  readonly models: readonly string[];
  readonly withAddress: boolean;
  readonly withKey: boolean;
  readonly onChange: (fields: Fields) => void;
};

/** The address, model and key of the selected provider. */
export function ProviderFields({
  fields,
  models,
  withAddress,
  withKey,
  onChange,
}: ProviderFieldsProps): ReactElement {
  const translate = useTranslations("setup.model");
  return (
    <div className="flex flex-col gap-4">
      {withAddress && (
        <Field label={translate("address")}>
          {(control) => (
            <Input
              {...control}
              size="large"
              type="url"
              required
              value={fields.baseUrl}
              onChange={(event) => {
                onChange({ ...fields, baseUrl: event.target.value });
              }}
            />
          )}
        </Field>
      )}
      <Field label={translate("name")}>
        {(control) =>
          models.length > 0 ? (
            <Select
              {...control}
              size="large"
              value={fields.model || models[0]}
              onChange={(event) => {
                onChange({ ...fields, model: event.target.value });
              }}
            >
              {models.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          ) : (
            <Input
              {...control}
              size="large"
              required
              value={fields.model}
              onChange={(event) => {
                onChange({ ...fields, model: event.target.value });
              }}
            />
          )
        }
      </Field>
      {withKey && (
        <Field label={translate("key")} hint={translate("keyHint")}>
          {(control) => (
            <Input
              {...control}
              size="large"
              type="password"
              autoComplete="off"
              value={fields.key}
              onChange={(event) => {
                onChange({ ...fields, key: event.target.value });
              }}
            />
          )}
        </Field>
      )}
    </div>
  );
}
