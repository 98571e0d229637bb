import { linkEndpoints } from '#contract/links/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'

/** What the operator wrote, as it stands: the organization data is checked at start. */
export function linkRoutes(route: AddRoute, { organization }: AppContext): void {
  route(linkEndpoints.resources, async () => organization.links.resources)
  route(linkEndpoints.admin, async () => organization.links.admin)
}
