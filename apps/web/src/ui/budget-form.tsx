"use client";
import { BUDGET_EXAMPLE, parseBudget } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useSubmit } from "../lib/use-submit.ts";
import { Button } from "./button.tsx";
import { FailureNote } from "./failure-note.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

export type BudgetFormProps = {
  readonly label: string;
  /** The stored budget; empty for none. */
  readonly budget: string;
  readonly isPending: boolean;
  /** The failure of the last change; null for none. */
  readonly error: unknown;
  /** Stores a budget; an empty text removes it. */
  readonly onSave: (budget: string) => Promise<unknown>;
};

/** A field for a budget such as `0.50usd,200ktok,10m`, with buttons to set and to remove it. Reports problems before it is sent. */
export function BudgetForm({ label, budget, isPending, error, onSave }: BudgetFormProps): ReactElement {
  const translate = useTranslations("common.budget");
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? budget;
  const parsed = text.trim() === "" ? null : parseBudget(text);
  const problem = typed !== null && parsed !== null && "problem" in parsed ? parsed.problem : null;
  const save = async (next: string): Promise<void> => {
    await onSave(next);
    setTyped(null);
  };
  const submit = useSubmit(async () => {
    if (parsed !== null && "budget" in parsed) await save(text);
  });
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-2">
      <Field
        label={label}
        hint={translate("hint", { example: BUDGET_EXAMPLE })}
        error={problem === null ? null : translate("problem", { problem, example: BUDGET_EXAMPLE })}
        className="max-w-90"
      >
        {(control) => (
          <Input
            {...control}
            value={text}
            maxLength={200}
            placeholder={translate("none")}
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
        )}
      </Field>
      {error !== null && <FailureNote error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending || parsed === null || "problem" in parsed}>
          {translate("set")}
        </Button>
        {budget !== "" && (
          <Button
            variant="ghost"
            disabled={isPending}
            onClick={() => {
              // The failure is shown above.
              save("").catch(() => undefined);
            }}
          >
            {translate("remove")}
          </Button>
        )}
      </div>
    </form>
  );
}
