import { exportTraces } from "../../../../../../server/http/export-traces.ts";

export const dynamic = "force-dynamic";

type RouteContext = { readonly params: Promise<{ workspace: string }> };

export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  return exportTraces(request, await params);
}
