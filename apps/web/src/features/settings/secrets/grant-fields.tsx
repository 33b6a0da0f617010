"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Checkbox } from "../../../ui/choice.tsx";
import { Field } from "../../../ui/field.tsx";
import { CONTROL_CLASS } from "../../../ui/input.tsx";

/** The tools and domains of a secret as they are typed, one domain per line. */
export type TypedGrant = { readonly tools: readonly string[]; readonly domains: string };

/** Returns the value to send. The server checks each domain. */
export function toGrant({ tools, domains }: TypedGrant): { tools: string[]; domains: string[] } {
  const lines = domains.split(/[\s,]+/u).filter((line) => line !== "");
  return { tools: [...tools], domains: lines };
}

export type GrantFieldsProps = {
  readonly tools: readonly string[];
  readonly grant: TypedGrant;
  readonly onChange: (grant: TypedGrant) => void;
};

/** The tools that may use a secret, and the domains to which it may be sent. */
export function GrantFields({ tools, grant, onChange }: GrantFieldsProps): ReactElement {
  const translate = useTranslations("secrets");
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
        <legend className="mb-1 text-12 font-semibold">{translate("tools")}</legend>
        {tools.map((tool) => (
          <Checkbox
            key={tool}
            checked={grant.tools.includes(tool)}
            onChange={(event) => {
              const others = grant.tools.filter((name) => name !== tool);
              onChange({ ...grant, tools: event.target.checked ? [...others, tool] : others });
            }}
          >
            <span className="font-mono text-12">{tool}</span>
          </Checkbox>
        ))}
      </fieldset>
      <Field label={translate("domains")} hint={translate("domainsHint")}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            spellCheck={false}
            autoComplete="off"
            className={classNames(CONTROL_CLASS, "px-2 py-1 font-mono")}
            value={grant.domains}
            onChange={(event) => {
              onChange({ ...grant, domains: event.target.value });
            }}
          />
        )}
      </Field>
    </>
  );
}
