import { linkEndpoints } from '#contract/links/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'

/** What the operator wrote, as it stands: the organization data is checked at start. */
export function serveLinks(serve: Serve, { organization }: AppContext): void {
  serve(linkEndpoints.resources, async () => organization.links.resources)
  serve(linkEndpoints.admin, async () => organization.links.admin)
}
