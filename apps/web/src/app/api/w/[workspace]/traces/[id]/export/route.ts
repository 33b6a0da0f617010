import { exportTrace } from "../../../../../../../server/http/export-trace.ts";

export const dynamic = "force-dynamic";

type RouteContext = { readonly params: Promise<{ workspace: string; id: string }> };

export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  return exportTrace(request, await params);
}
