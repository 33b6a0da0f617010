"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Link } from "../../../ui/link.tsx";
import { Select } from "../../../ui/select.tsx";
import { workspaceHref } from "../../../ui/shell/nav-items.ts";
import type { Web } from "./web-choice-text.tsx";

/** A service as chosen and typed; empty for none. */
export type TypedSearch = { readonly provider: string; readonly url: string; readonly secret: string };

type ChosenSearch = {
  readonly provider: Web["services"][number]["provider"];
  readonly url: string | null;
  readonly secret: string | null;
};

/** Returns the value to send; null for the server's own service. */
export function toSearch(
  { provider, url, secret }: TypedSearch,
  services: Web["services"],
): ChosenSearch | null {
  const service = services.find((known) => known.provider === provider);
  if (service === undefined) return null;
  return { provider: service.provider, url: url.trim() || null, secret: secret || null };
}

export type SearchFieldsProps = {
  readonly workspace: string;
  readonly web: Web;
  readonly search: TypedSearch;
  readonly onChange: (search: TypedSearch) => void;
};

/** The search service, with its address and the secret that holds its key. */
export function SearchFields({ workspace, web, search, onChange }: SearchFieldsProps): ReactElement {
  const translate = useTranslations("web");
  const service = web.services.find(({ provider }) => provider === search.provider);
  const names = [...new Set([...web.secrets, ...(search.secret === "" ? [] : [search.secret])])];
  return (
    <>
      <Field label={translate("service")} hint={service === undefined ? translate("serviceHint") : undefined}>
        {(control) => (
          <Select
            {...control}
            value={search.provider}
            onChange={(event) => {
              onChange({ provider: event.target.value, url: "", secret: "" });
            }}
          >
            <option value="">
              {web.serverService === null
                ? translate("serverNone")
                : translate("serverService", { name: web.serverService })}
            </option>
            {web.services.map(({ provider, label }) => (
              <option key={provider} value={provider}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {service !== undefined && (
        <>
          <Field
            label={translate("address")}
            hint={translate(service.publicUrl === null ? "ownAddressHint" : "addressHint")}
          >
            {(control) => (
              <Input
                {...control}
                type="url"
                autoComplete="off"
                required={service.publicUrl === null}
                placeholder={service.publicUrl ?? translate("addressExample")}
                className="font-mono"
                value={search.url}
                onChange={(event) => {
                  onChange({ ...search, url: event.target.value });
                }}
              />
            )}
          </Field>
          <Field
            label={translate("key")}
            hint={
              <span>
                {translate.rich("keyHint", {
                  link: (chunks) => (
                    <Link href={`${workspaceHref(workspace)}/settings/secrets`} className="link">
                      {chunks}
                    </Link>
                  ),
                })}
              </span>
            }
          >
            {(control) => (
              <Select
                {...control}
                required={service.needsKey}
                value={search.secret}
                onChange={(event) => {
                  onChange({ ...search, secret: event.target.value });
                }}
              >
                <option value="">{translate(service.needsKey ? "chooseKey" : "noKey")}</option>
                {names.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
    </>
  );
}
