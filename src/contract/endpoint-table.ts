import { clientEndpoints } from './clients/endpoints.ts'
import { contactEndpoints } from './contact-messages/endpoints.ts'
import type { EndpointDefinition } from './endpoint.ts'
import { healthEndpoints } from './health/endpoints.ts'
import { noteEndpoints } from './notes/endpoints.ts'
import { sessionEndpoints } from './session/endpoints.ts'

/** Every call of the API, once. */
export const endpointTable = {
  session: sessionEndpoints,
  clients: clientEndpoints,
  notes: noteEndpoints,
  'contact-messages': contactEndpoints,
  health: healthEndpoints,
} as const satisfies Record<string, Record<string, EndpointDefinition>>

export const allEndpoints: readonly EndpointDefinition[] = Object.values(endpointTable).flatMap((feature) =>
  Object.values(feature),
)
