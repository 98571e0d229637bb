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

/**
 * The features' titles in the API reference, in its order. Not in the manifests, which the portal's first screens load.
 */
export const tags: Record<FeatureName, { name: string; description: string }> = {
  session: { name: 'Session', description: 'Signing in and out, and setting a password.' },
  clients: { name: 'Clients', description: 'The people the organization helps to find and keep a home.' },
  notes: { name: 'Weekly notes', description: 'What case workers write about their work with a client.' },
  'service-log': {
    name: 'Service log',
    description: 'All clients’ notes in a period, with what an auditor would ask about.',
  },
  'follow-ups': {
    name: 'Follow-ups',
    description: 'What to do next for a client, by when, and who does it.',
  },
  papers: {
    name: 'Papers',
    description:
      'What a client has signed, and until when it is valid. The papers themselves are kept elsewhere.',
  },
  'record-packet': {
    name: 'Record packets',
    description: 'A client’s record as files for someone outside the organization, and who received them.',
  },
  drafts: { name: 'Drafts', description: 'What you have typed in the portal and not saved yet.' },
  employees: { name: 'Employees', description: 'The organization’s staff and their roles.' },
  'contact-messages': { name: 'Contact messages', description: 'Messages from visitors of the website.' },
  links: { name: 'Links', description: 'External pages that staff use.' },
  training: {
    name: 'Training',
    description: 'The slide decks for employees and admins, and who has done them.',
  },
  'outgoing-mail': {
    name: 'Outgoing email',
    description: 'Emails that the mail server has not accepted yet, or has rejected.',
  },
  'deleted-records': {
    name: 'Deleted records',
    description: 'What was deleted and can be restored until it is purged.',
  },
  audit: { name: 'Audit trail', description: 'Who did what to which record, and when.' },
  health: { name: 'Health', description: 'Whether the service works.' },
}

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
