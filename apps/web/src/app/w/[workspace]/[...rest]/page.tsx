import { notFound } from "next/navigation";

/** Shows the not-found page for unknown paths inside the workspace frame. */
export default function Page(): never {
  notFound();
}
