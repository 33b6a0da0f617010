import { notFound } from "next/navigation";

/** Any other address of a workspace: answered inside of its frame. */
export default function Page(): never {
  notFound();
}
