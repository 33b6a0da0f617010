"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { CONTROL_CLASS } from "../../../ui/input.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { useAnnotate, useAnnotations } from "../header/use-annotations.ts";
import type { Annotations, Comment } from "../header/use-annotations.ts";
import { mentionChoices, findMentions } from "./mentions.ts";
import { isNoteOn } from "./note-target.ts";
import type { NoteTarget } from "./note-target.ts";

/** The notes on a target, oldest first, with a form for a new one. */
export function NotesTab({ target }: { readonly target: NoteTarget }): ReactElement {
  const translate = useTranslations("inspector.notes");
  const { annotations, error } = useAnnotations();
  if (error) {
    return (
      <div className="p-4">
        <FailureNote error={error} />
      </div>
    );
  }
  if (annotations === null) return <SkeletonRows rows={3} className="px-4 py-2" />;
  const comments = annotations.comments.filter((comment) => isNoteOn(comment, target));
  return (
    <div className="px-4 py-2">
      {comments.length === 0 && <p className="py-2 text-12 text-ink-2">{translate("none")}</p>}
      <ul>
        {comments.map((comment) => (
          <CommentRow key={comment.id} comment={comment} members={annotations.members} />
        ))}
      </ul>
      <NewComment target={target} members={annotations.members} />
    </div>
  );
}

type Members = Annotations["members"];

function NewComment({
  target,
  members,
}: {
  readonly target: NoteTarget;
  readonly members: Members;
}): ReactElement {
  const translate = useTranslations("inspector.notes");
  const { workspace, traceId } = useRun();
  const { add } = useAnnotate();
  const [body, setBody] = useState("");
  return (
    <CommentForm
      label={translate("new")}
      verb={translate("send")}
      body={body}
      onBody={setBody}
      members={members}
      pending={add.isPending}
      error={add.error}
      onSend={() => {
        add.mutate(
          {
            workspace,
            traceId: traceId,
            sequence: target.sequence ?? undefined,
            goalId: target.goalId ?? undefined,
            body,
            mentions: [...findMentions(body, members)],
          },
          {
            onSuccess: () => {
              setBody("");
            },
          },
        );
      }}
    />
  );
}

function CommentRow({
  comment,
  members,
}: {
  readonly comment: Comment;
  readonly members: Members;
}): ReactElement {
  const translate = useTranslations("inspector.notes");
  const { workspace } = useRun();
  const { edit, remove, restore } = useAnnotate();
  const showToast = useToast();
  const [draft, setDraft] = useState<string | null>(null);
  const { id } = comment;
  if (draft !== null) {
    return (
      <li className="py-2">
        <CommentForm
          label={translate("edit")}
          verb={translate("save")}
          body={draft}
          onBody={setDraft}
          members={members}
          pending={edit.isPending}
          error={edit.error}
          onCancel={() => {
            setDraft(null);
          }}
          onSend={() => {
            edit.mutate(
              { workspace, id, body: draft, mentions: [...findMentions(draft, members)] },
              {
                onSuccess: () => {
                  setDraft(null);
                },
              },
            );
          }}
        />
      </li>
    );
  }
  return (
    <li className="border-b border-line py-2 text-12">
      <p className="flex items-center gap-2">
        <b>{comment.personName}</b>
        <Time at={comment.createdAt} className="text-11 text-ink-3" />
        {comment.editedAt !== null && <span className="text-11 text-ink-3">{translate("edited")}</span>}
        {comment.own && (
          <span className="ml-auto flex gap-2">
            <button
              type="button"
              className="link phone:min-h-11"
              onClick={() => {
                setDraft(comment.body);
              }}
            >
              {translate("edit")}
            </button>
            <button
              type="button"
              className="link phone:min-h-11"
              onClick={() => {
                remove.mutate(
                  { workspace, id },
                  {
                    onSuccess: () => {
                      showToast({
                        text: translate("removed"),
                        undo: () => {
                          restore.mutate({ workspace, id });
                        },
                      });
                    },
                  },
                );
              }}
            >
              {translate("remove")}
            </button>
          </span>
        )}
      </p>
      <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{comment.body}</p>
    </li>
  );
}

type CommentFormProps = {
  readonly label: string;
  readonly verb: string;
  readonly body: string;
  readonly onBody: (body: string) => void;
  readonly members: Members;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSend: () => void;
  readonly onCancel?: () => void;
};

function CommentForm(props: CommentFormProps): ReactElement {
  const translate = useTranslations("inspector.notes");
  const { body, onBody, members, error } = props;
  const choices = mentionChoices(body, members) ?? [];
  return (
    <form
      className="flex flex-col gap-2 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== "") props.onSend();
      }}
    >
      <textarea
        rows={3}
        maxLength={5_000}
        aria-label={props.label}
        placeholder={translate("placeholder")}
        value={body}
        onChange={(event) => {
          onBody(event.target.value);
        }}
        className={`${CONTROL_CLASS} px-2 py-1 text-12`}
      />
      {choices.length > 0 && (
        <div role="group" aria-label={translate("mention")} className="flex flex-wrap gap-1">
          {choices.slice(0, 6).map((member) => (
            <Button
              key={member.personId}
              variant="ghost"
              onClick={() => {
                onBody(body.replace(/@[^\s@]*$/u, `@${member.name} `));
              }}
            >
              {`@${member.name}`}
            </Button>
          ))}
        </div>
      )}
      {error !== null && error !== undefined && <FailureNote error={error} />}
      <span className="flex justify-end gap-2">
        {props.onCancel && (
          <Button variant="ghost" onClick={props.onCancel}>
            {translate("cancel")}
          </Button>
        )}
        <Button type="submit" disabled={props.pending || body.trim() === ""}>
          {props.verb}
        </Button>
      </span>
    </form>
  );
}
