"use client";
import { introductionFiles } from "@goaltrace/core/introduction";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { CONTROL_CLASS, Input } from "../../ui/input.tsx";

type AgentStepProps = { readonly workspace: string; readonly onDone: () => void };

const FIELDS = [
  { name: "agentName", isLong: false },
  { name: "character", isLong: true },
  { name: "yourName", isLong: false },
  { name: "about", isLong: true },
] as const;
const FILE_NAMES = { soul: "SOUL.md", user: "USER.md" } as const;
/** Together they fit the budgets of the files. */
const MAX_CHARACTERS = { short: 100, long: 1_000 } as const;

/** Asks who the agent is and who the person is, and shows the files made from the answers. May be skipped. */
export function AgentStep({ workspace, onDone }: AgentStepProps): ReactElement {
  const translate = useTranslations("setup.agent");
  const format = useFormat();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [answers, setAnswers] = useState({ agentName: "", character: "", yourName: "", about: "" });
  // After a reload, or after one of two writes failed, the files may have a version already.
  const stored = useQuery(trpc.profile.list.queryOptions({ workspace }));
  const storedFile = (file: "soul" | "user") => stored.data?.files.find((other) => other.file === file);
  const write = useMutation(
    trpc.profile.write.mutationOptions({
      onSuccess: async () => queries.invalidateQueries({ queryKey: trpc.profile.pathKey() }),
    }),
  );
  const files = introductionFiles(answers, {
    name: translate("sections.name"),
    character: translate("sections.character"),
    work: translate("sections.work"),
  });
  const written = (["soul", "user"] as const).filter((file) => files[file] !== "");
  const submit = useSubmit(async () => {
    for (const file of written) {
      const key = { file, day: null };
      const version = storedFile(file)?.version ?? 0;
      await write.mutateAsync({ workspace, key, version, text: files[file] });
    }
    onDone();
  });
  return (
    <form
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,480px)_minmax(0,352px)] gap-x-16 gap-y-6 max-[1280px]:grid-cols-1"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <header className="flex flex-col gap-1">
          <h1 className="text-20 font-semibold">{translate("title")}</h1>
          <p className="text-ink-2">{translate("text")}</p>
        </header>
        {FIELDS.map(({ name, isLong }) => (
          <Field key={name} label={translate(name)} hint={name === "about" ? translate("hint") : undefined}>
            {(control) =>
              isLong ? (
                <textarea
                  {...control}
                  rows={3}
                  maxLength={MAX_CHARACTERS.long}
                  value={answers[name]}
                  className={`${CONTROL_CLASS} px-3 py-2`}
                  onChange={(event) => {
                    setAnswers({ ...answers, [name]: event.target.value });
                  }}
                />
              ) : (
                <Input
                  {...control}
                  size="large"
                  maxLength={MAX_CHARACTERS.short}
                  value={answers[name]}
                  onChange={(event) => {
                    setAnswers({ ...answers, [name]: event.target.value });
                  }}
                />
              )
            }
          </Field>
        ))}
        {write.isError && <FailureNote error={write.error} />}
        <div className="flex gap-2">
          <Button
            variant="primary"
            size="large"
            type="submit"
            disabled={written.length === 0 || stored.isPending || write.isPending}
          >
            {translate("submit")}
          </Button>
          <Button variant="ghost" size="large" onClick={onDone}>
            {translate("skip")}
          </Button>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {written.map((file) => (
          <section key={file} className="flex flex-col gap-1">
            <h2 className="flex justify-between gap-2 text-12">
              <span className="font-mono font-semibold">{FILE_NAMES[file]}</span>
              <span className="text-ink-2">
                {translate("used", {
                  used: format.count([...files[file]].length),
                  budget: format.count(storedFile(file)?.budget ?? 0),
                })}
              </span>
            </h2>
            <CodeBlock code={files[file]} wrap />
          </section>
        ))}
      </div>
    </form>
  );
}
