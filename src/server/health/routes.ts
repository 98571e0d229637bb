import { healthEndpoints } from '#contract/health/endpoints.ts'
import { Failure } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import type { Surroundings } from '#server/surroundings.ts'

export function serveHealth(serve: Serve, { isDatabaseAlive }: Pick<Surroundings, 'isDatabaseAlive'>): void {
  serve(healthEndpoints.health, async () => {
    if (!(await isDatabaseAlive())) throw new Failure('database-away')
    return { status: 'ok' as const }
  })
}
