import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { BackOnPhone } from "./back-on-phone.tsx";

export type ListDetailProps = {
  readonly list: ReactNode;
  /** The item that is shown beside the list. */
  readonly children: ReactNode;
  /** Whether the address names an item. Only then does a phone show the item, instead of the list. */
  readonly isOpen: boolean;
  readonly backLabel: string;
  readonly onBack: () => void;
  /** The columns of the grid. */
  readonly className: string;
};

/** A list beside one of its items. A wide screen shows both, so a page passes the first item as long as the address names none. */
export function ListDetail({
  list,
  children,
  isOpen,
  backLabel,
  onBack,
  className,
}: ListDetailProps): ReactElement {
  return (
    <div className={classNames("grid min-h-0 flex-1 grid-rows-1 phone:grid-cols-1", className)}>
      <div
        className={classNames(
          "flex min-h-0 flex-col border-r border-line phone:border-r-0",
          isOpen && "phone:hidden",
        )}
      >
        {list}
      </div>
      <div className={classNames("flex min-h-0 min-w-0 flex-col", !isOpen && "phone:hidden")}>
        <BackOnPhone label={backLabel} onBack={onBack} />
        {children}
      </div>
    </div>
  );
}
