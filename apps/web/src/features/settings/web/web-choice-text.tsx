import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { RouterOutputs } from "../../../lib/trpc.tsx";

export type Web = RouterOutputs["web"]["get"];

/** The choice of a workspace, for members who cannot change it. */
export function WebChoiceText({ web }: { readonly web: Web }): ReactElement {
  const translate = useTranslations("web");
  const chosen = web.services.find(({ provider }) => provider === web.search?.provider);
  const service = chosen?.label ?? web.serverService;
  return (
    <dl className="flex flex-col gap-4">
      <div>
        <dt className="font-semibold">{translate("robots")}</dt>
        <dd>{translate(web.honorsRobots ? "honored" : "ignored")}</dd>
      </div>
      <div>
        <dt className="font-semibold">{translate("search")}</dt>
        <dd>{service === null ? translate("noSearch") : service}</dd>
      </div>
    </dl>
  );
}
