"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/choice.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { SearchFields, toSearch } from "./search-fields.tsx";
import type { Web } from "./web-choice-text.tsx";

/** The form of an admin. */
export function WebForm({ workspace, web }: { readonly workspace: string; readonly web: Web }): ReactElement {
  const translate = useTranslations("web");
  const api = useTRPC();
  const queries = useQueryClient();
  const [honorsRobots, setHonorsRobots] = useState(web.honorsRobots);
  const [search, setSearch] = useState({
    provider: web.search?.provider ?? "",
    url: web.search?.url ?? "",
    secret: web.search?.secret ?? "",
  });
  const save = useMutation(
    api.web.save.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.web.pathKey() }),
    }),
  );
  const submit = useSubmit(
    async () => await save.mutateAsync({ workspace, honorsRobots, search: toSearch(search, web.services) }),
  );
  return (
    <form onSubmit={submit} aria-label={translate("title")} className="flex flex-col gap-6">
      <section className="flex flex-col items-start gap-1">
        <h2 className="font-semibold">{translate("robots")}</h2>
        <Checkbox
          checked={honorsRobots}
          onChange={(event) => {
            setHonorsRobots(event.target.checked);
          }}
        >
          {translate("honor")}
        </Checkbox>
        <p className="text-12 text-ink-2">{translate(honorsRobots ? "honored" : "ignored")}</p>
      </section>
      <section className="flex max-w-120 flex-col gap-4">
        <h2 className="font-semibold">{translate("search")}</h2>
        <SearchFields {...{ workspace, web, search }} onChange={setSearch} />
      </section>
      {save.isError && <FailureNote error={save.error} />}
      <div className="flex items-center gap-3">
        <Button variant="primary" type="submit" disabled={save.isPending}>
          {translate("save")}
        </Button>
        {save.isSuccess && (
          <p role="status" className="text-ink-2">
            {translate("saved")}
          </p>
        )}
      </div>
    </form>
  );
}
