import type { ReactElement } from "react";
import { SetupPage } from "../../features/setup/index.ts";

export default function Page(): ReactElement {
  return <SetupPage />;
}
