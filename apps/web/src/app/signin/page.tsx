import type { ReactElement } from "react";
import { SignInPage } from "../../features/signin/index.ts";

export default function Page(): ReactElement {
  return <SignInPage />;
}
