import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

type ListRowProps = {
  /** True for the row whose item a wide screen shows beside the list. */
  readonly isShown: boolean;
  readonly onOpen: () => void;
  /** The columns of the row, and how they are aligned. */
  readonly className: string;
  readonly children: ReactNode;
};

/** One row of a list beside the item that it opens. */
export function ListRow({ isShown, onOpen, className, children }: ListRowProps): ReactElement {
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-current={isShown ? "true" : undefined}
        onClick={onOpen}
        className={classNames(
          "grid w-full px-4 text-left -outline-offset-2",
          className,
          isShown ? "bg-accent-soft phone:bg-transparent" : "hover:bg-ink/4",
        )}
      >
        {children}
      </button>
    </li>
  );
}
