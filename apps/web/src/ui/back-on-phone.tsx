import { ArrowLeft } from "lucide-react";
import type { ReactElement } from "react";
import { Button } from "./button.tsx";

/** A button from an item back to its list. Only on a phone, where the page shows one of the two. */
export function BackOnPhone({
  label,
  onBack,
}: {
  readonly label: string;
  readonly onBack: () => void;
}): ReactElement {
  return (
    <div className="hidden flex-none border-b border-line px-2 phone:block">
      <Button variant="ghost" icon={ArrowLeft} onClick={onBack}>
        {label}
      </Button>
    </div>
  );
}
