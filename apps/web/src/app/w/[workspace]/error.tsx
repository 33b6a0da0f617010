"use client";
import type { ReactElement } from "react";
import { PageFailure } from "../../../ui/shell/page-failure.tsx";
import type { PageFailureProps } from "../../../ui/shell/page-failure.tsx";

export default function ErrorPage(props: PageFailureProps): ReactElement {
  return <PageFailure {...props} />;
}
