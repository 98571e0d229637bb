import { auditEndpoints } from './audit/endpoints.ts'
import { clientEndpoints } from './clients/endpoints.ts'
import { contactEndpoints } from './contact-messages/endpoints.ts'
import { deletedRecordEndpoints } from './deleted-records/endpoints.ts'
import { draftEndpoints } from './drafts/endpoints.ts'
import { employeeEndpoints } from './employees/endpoints.ts'
import type { EndpointDefinition } from './endpoint.ts'
import type { FeatureName } from './features.ts'
import { followUpEndpoints } from './follow-ups/endpoints.ts'
import { healthEndpoints } from './health/endpoints.ts'
import { linkEndpoints } from './links/endpoints.ts'
import { noteEndpoints } from './notes/endpoints.ts'
import { outgoingMailEndpoints } from './outgoing-mail/endpoints.ts'
import { paperEndpoints } from './papers/endpoints.ts'
import { recordPacketEndpoints } from './record-packet/endpoints.ts'
import { serviceLogEndpoints } from './service-log/endpoints.ts'
import { ownAccountEndpoints, sessionEndpoints } from './session/endpoints.ts'
import { trainingEndpoints } from './training/endpoints.ts'

/** Every call of the API, once. */
export const endpointTable = {
  session: { ...sessionEndpoints, ...ownAccountEndpoints },
  clients: clientEndpoints,
  notes: noteEndpoints,
  'service-log': serviceLogEndpoints,
  'follow-ups': followUpEndpoints,
  papers: paperEndpoints,
  'record-packet': recordPacketEndpoints,
  drafts: draftEndpoints,
  employees: employeeEndpoints,
  'contact-messages': contactEndpoints,
  links: linkEndpoints,
  training: trainingEndpoints,
  'outgoing-mail': outgoingMailEndpoints,
  'deleted-records': deletedRecordEndpoints,
  audit: auditEndpoints,
  health: healthEndpoints,
} as const satisfies Record<FeatureName, Record<string, EndpointDefinition>>

type Endpoint = {
  [Feature in keyof typeof endpointTable]: ValuesOf<(typeof endpointTable)[Feature]>
}[keyof typeof endpointTable]

type ValuesOf<T> = T[keyof T]

/** The calls by method and path, which is how the portal names them: it takes types from the contract, but no schemas. */
export type Calls = { [E in Endpoint as `${E['method']} ${E['path']}`]: E }

export type CallName = keyof Calls

/** Calls that need no session. */
export type OpenCall = ValuesOf<{ [Name in CallName]: Calls[Name]['access'] extends 'anyone' ? Name : never }>

export const allEndpoints: readonly EndpointDefinition[] = Object.values(endpointTable).flatMap((feature) =>
  Object.values(feature),
)
