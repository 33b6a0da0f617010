"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";

/** Members beyond this number are only counted. The raw tab shows them all. */
const MEMBERS_SHOWN = 100;
/** The number of initially open levels. */
const OPEN_LEVELS = 2;

/** A JSON value as a tree: named members, collapsible objects and arrays, full texts. */
export function ValueTree({
  value,
  level = 0,
}: {
  readonly value: unknown;
  readonly level?: number;
}): ReactElement {
  const translate = useTranslations("trace.value");
  if (typeof value !== "object" || value === null) return <Scalar value={value} />;
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  if (members.length === 0) return <span className="text-ink-3">{Array.isArray(value) ? "[]" : "{}"}</span>;
  return (
    <ul className={level === 0 ? "" : "border-l border-line pl-3"}>
      {members.slice(0, MEMBERS_SHOWN).map(([name, member]) => (
        <li key={name} className="font-mono text-11 leading-5">
          <Member name={name} value={member} level={level} />
        </li>
      ))}
      {members.length > MEMBERS_SHOWN && (
        <li className="text-11 text-ink-3">{translate("more", { count: members.length - MEMBERS_SHOWN })}</li>
      )}
    </ul>
  );
}

function Member({
  name,
  value,
  level,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly level: number;
}): ReactElement {
  const nested = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (!nested) {
    return (
      <div className="flex gap-3">
        <span className="flex-none text-ink-3">{name}</span>
        <span className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
          <ValueTree value={value} level={level + 1} />
        </span>
      </div>
    );
  }
  return (
    <details open={level + 1 < OPEN_LEVELS}>
      <summary className="text-ink-3">{name}</summary>
      <ValueTree value={value} level={level + 1} />
    </details>
  );
}

function Scalar({ value }: { readonly value: unknown }): ReactElement {
  return (
    <span>{typeof value === "string" ? JSON.stringify(value).replaceAll("\\n", "\n") : String(value)}</span>
  );
}
