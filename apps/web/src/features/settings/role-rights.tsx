"use client";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../ui/icon.tsx";
import { ROLE_NAMES } from "./role-choices.ts";

/** Rights with the number of roles that have them, counted from owner down. */
const RIGHTS = [
  { name: "read", roles: 4 },
  { name: "own", roles: 3 },
  { name: "run", roles: 3 },
  { name: "models", roles: 2 },
  { name: "members", roles: 2 },
  { name: "owners", roles: 1 },
] as const;
const HEAD = "h-7 border-b border-line font-normal text-12 text-ink-2";

/** The rights of each role. */
export function RoleRights(): ReactElement {
  const translate = useTranslations("settings.rights");
  const translateRole = useTranslations("settings.roles");
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{translate("title")}</h2>
      <table className="w-full table-fixed text-left">
        <thead>
          <tr>
            <th className={HEAD}>
              <span className="sr-only">{translate("right")}</span>
            </th>
            {ROLE_NAMES.map((role) => (
              <th key={role} className={`${HEAD} w-22 phone:w-14`}>
                {translateRole(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RIGHTS.map((right) => (
            <tr key={right.name}>
              <th scope="row" className="h-7 border-b border-line py-1 pr-2 font-normal">
                {translate(right.name)}
              </th>
              {ROLE_NAMES.map((role, index) => (
                <td key={role} className="border-b border-line">
                  {index < right.roles ? (
                    <>
                      <Icon icon={Check} size={14} className="text-ok" />
                      <span className="sr-only">{translate("yes")}</span>
                    </>
                  ) : (
                    <span className="text-ink-3">{translate("no")}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
