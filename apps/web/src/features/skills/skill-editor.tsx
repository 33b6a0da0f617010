"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useKeptDraft } from "../../lib/use-kept-draft.ts";
import { usePaused } from "../../lib/use-paused.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { SavedMeanwhile } from "../../ui/saved-meanwhile.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { useToast } from "../../ui/toast.tsx";
import { SkillProblems } from "./skill-problems.tsx";
import { SourceField } from "./source-field.tsx";
import { isWarning } from "./skill-types.ts";
import { useSkillChanges } from "./use-skill-changes.ts";

type SkillEditorProps = {
  readonly workspace: string;
  /** The key under which typed text is kept until it is saved. */
  readonly draftKey: string;
  /** The newest text. `version` and `name` are those of the skill that is edited, 0 and absent for a new one. */
  readonly start: {
    readonly source: string;
    readonly version: number;
    readonly name?: string;
    readonly isCore?: boolean;
    /** Tokens of the previous version when it is loaded. */
    readonly tokens?: number;
  };
  /** Called with the skill to show; null if nothing was saved. */
  readonly onClose: (id: string | null) => void;
};

const FIRST_LINES = 8;

/**
 * A text field for a SKILL.md with its problems and a preview of what a model would see, both updated while a person types. Typed text is kept when
 * the editor is left without saving, and when someone else saves the skill meanwhile; the editor then shows their changes.
 */
export function SkillEditor({ workspace, draftKey, start, onClose }: SkillEditorProps): ReactElement {
  const translate = useTranslations("skills.editor");
  const common = useTranslations("common.draft");
  const format = useFormat();
  const api = useTRPC();
  const toast = useToast();
  const { save } = useSkillChanges();
  const [draft, keep] = useKeptDraft(draftKey);
  const [begun, setBegun] = useState(draft ?? { version: start.version, base: start.source });
  const [source, setText] = useState(draft?.text ?? start.source);
  // The page was drawn by the server, which has no drafts, or the person undid Cancel.
  if (draft !== null && source === begun.base && draft.text !== source) {
    setBegun(draft);
    setText(draft.text);
  }
  // Nothing was typed, so there is nothing to keep.
  const isUntouched = draft === null && source === begun.base && save.isIdle;
  if (isUntouched && start.version !== begun.version) {
    setBegun({ version: start.version, base: start.source });
    setText(start.source);
  }
  const isOld = start.version !== begun.version && !save.isPending && !save.isSuccess;
  const [isCore, setCore] = useState(start.isCore === true);
  const asked = usePaused(source);
  const check = useQuery(
    api.skills.check.queryOptions(
      { workspace, source: asked, name: start.name ?? null },
      { placeholderData: keepPreviousData },
    ),
  );
  const { problems = [], name = null, seen = null } = check.data ?? {};
  const errors = problems.filter((problem) => !isWarning(problem)).length;
  // A text with a different name is a different skill.
  const version = name === (start.name ?? name) ? begun.version : 0;
  const isChecked = asked === source && !check.isPlaceholderData && check.isSuccess;
  const canSave = name !== null && errors === 0 && isChecked && !isOld && !save.isPending;
  const submit = useSubmit(async () => {
    if (!canSave) return;
    const { id } = await save.mutateAsync({ workspace, source, version, isCore });
    keep(null);
    onClose(id);
  });
  const setSource = (text: string): void => {
    setText(text);
    keep(text === begun.base ? null : { ...begun, text, part: null });
  };
  const goOn = (): void => {
    const next = { version: start.version, base: start.source };
    setBegun(next);
    keep({ ...next, text: source, part: null });
    save.reset();
  };
  const cancel = (): void => {
    if (draft !== null) {
      const undo = (): void => {
        keep(draft);
      };
      toast({ text: common("discarded"), undo });
    }
    keep(null);
    onClose(null);
  };
  return (
    <form onSubmit={submit} className="flex h-full min-h-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_304px] gap-6 overflow-y-auto px-6 py-4 max-[1280px]:grid-cols-1">
        <SourceField label={translate("label")} source={source} problems={problems} onChange={setSource} />
        <div className="flex min-w-0 flex-col gap-6">
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold">{translate("checks")}</h3>
            {problems.length > 0 && (
              <SkillProblems
                problems={problems}
                onFix={(fix) => {
                  // The text may have changed since it was checked.
                  if (isChecked) setSource(fix.source);
                }}
              />
            )}
            {problems.length === 0 && check.data !== undefined && (
              <p className="flex items-center gap-2">
                <StatusGlyph status="completed" decorative />
                {translate("passed")}
              </p>
            )}
            {start.name !== undefined && name !== null && name !== start.name && (
              <p className="text-ink-2">{translate("otherName", { name, before: start.name })}</p>
            )}
          </section>
          {isOld && (
            <SavedMeanwhile before={begun.base} after={start.source} version={start.version} onGoOn={goOn} />
          )}
          {seen !== null && (
            <section className="flex flex-col gap-2">
              <h3 className="font-semibold">{translate("seen")}</h3>
              <CodeBlock code={seen.line} wrap />
              <CodeBlock code={seen.loaded} wrap foldAfter={FIRST_LINES} />
              <p className="text-12 text-ink-2">
                {translate("size", {
                  ...{ listed: format.count(seen.lineTokens), loaded: format.count(seen.loadedTokens) },
                })}
                {start.tokens !== undefined &&
                  ` ${translate("difference", { difference: seen.loadedTokens - start.tokens })}`}
              </p>
            </section>
          )}
          <Checkbox
            checked={isCore}
            onChange={(event) => {
              setCore(event.target.checked);
            }}
          >
            {translate("core")}
          </Checkbox>
        </div>
      </div>
      <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line px-6 py-3">
        <Button variant="primary" type="submit" disabled={!canSave}>
          {version === 0 ? translate("save") : translate("saveVersion", { version: version + 1 })}
        </Button>
        <Button variant="ghost" onClick={cancel}>
          {translate("cancel")}
        </Button>
        {save.isError && !isOld && <FailureNote error={save.error} />}
        {errors > 0 && (
          <span className="ml-auto text-12 text-error">{translate("errors", { count: errors })}</span>
        )}
      </footer>
    </form>
  );
}
