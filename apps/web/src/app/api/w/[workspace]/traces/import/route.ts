import { importTraces } from "../../../../../../server/http/import-traces.ts";

export const dynamic = "force-dynamic";

type RouteContext = { readonly params: Promise<{ workspace: string }> };

export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  return importTraces(request, await params);
}
