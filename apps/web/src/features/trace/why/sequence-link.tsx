"use client";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useActions } from "../state/debugger-provider.tsx";

export type SequenceLinkProps = {
  readonly sequence: number;
  readonly children?: ReactNode;
  /** Right-aligned at the end of the row. */
  readonly aside?: ReactNode;
  readonly className?: string;
};

/** A row that selects an entry in every view: its number, description and cost. */
export function SequenceLink({ sequence, children, aside, className }: SequenceLinkProps): ReactElement {
  const { selectSequence } = useActions();
  return (
    <button
      type="button"
      onClick={() => {
        selectSequence(sequence);
      }}
      className={classNames(
        "-mx-1 flex min-h-7 w-[calc(100%+8px)] items-baseline gap-2 rounded-sm px-1 py-1 text-left text-12 hover:bg-ink/4 phone:min-h-11 phone:items-center pointer-coarse:min-h-11",
        className,
      )}
    >
      <span className="min-w-8 flex-none text-11 text-ink-3">{`#${sequence}`}</span>
      <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</span>
      {aside !== undefined && <span className="flex-none text-11 whitespace-nowrap text-ink-3">{aside}</span>}
    </button>
  );
}

/** Sequence numbers on one line, each selecting its entry. Numbers beyond `most` are only counted. */
export function SequenceNumbers({
  sequences,
  most = 8,
}: {
  readonly sequences: readonly number[];
  readonly most?: number;
}): ReactElement {
  const { selectSequence } = useActions();
  const rest = sequences.length - most;
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {sequences.slice(0, most).map((sequence) => (
        <button
          key={sequence}
          type="button"
          className="link text-12 phone:min-h-11 phone:min-w-8"
          onClick={() => {
            selectSequence(sequence);
          }}
        >
          {`#${sequence}`}
        </button>
      ))}
      {rest > 0 && <span className="text-ink-3">{`+${rest}`}</span>}
    </span>
  );
}
