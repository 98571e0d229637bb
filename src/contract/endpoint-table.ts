import { auditEndpoints } from './audit/endpoints.ts'
import { authorizationEndpoints } from './authorizations/endpoints.ts'
import { clientMergeEndpoints } from './client-merges/endpoints.ts'
import { clientEndpoints } from './clients/endpoints.ts'
import { importEndpoints } from './clients/import-endpoints.ts'
import { contactEndpoints } from './contact-messages/endpoints.ts'
import { deletedRecordEndpoints } from './deleted-records/endpoints.ts'
import { draftEndpoints } from './drafts/endpoints.ts'
import { dueEndpoints } from './due/endpoints.ts'
import { employeeEndpoints } from './employees/endpoints.ts'
import type { EndpointDefinition } from './endpoint.ts'
import { fileEndpoints } from './files/endpoints.ts'
import { followUpEndpoints } from './follow-ups/endpoints.ts'
import { goalEndpoints } from './goals/endpoints.ts'
import { healthEndpoints } from './health/endpoints.ts'
import { homeEndpoints } from './homes/endpoints.ts'
import { linkEndpoints } from './links/endpoints.ts'
import { noteEndpoints } from './notes/endpoints.ts'
import { outgoingMailEndpoints } from './outgoing-mail/endpoints.ts'
import { paperEndpoints } from './papers/endpoints.ts'
import { peopleEndpoints } from './people/endpoints.ts'
import { recordPacketEndpoints } from './record-packet/endpoints.ts'
import { serviceLogEndpoints } from './service-log/endpoints.ts'
import { ownAccountEndpoints, sessionEndpoints } from './session/endpoints.ts'
import { organizationEndpoints } from './session/organization-endpoints.ts'
import { passkeyEndpoints } from './session/passkey-endpoints.ts'
import { trainingEndpoints } from './training/endpoints.ts'

interface Feature {
  /** In the API reference. */
  title: string
  description: string
  calls: Record<string, EndpointDefinition>
}

/** Every feature with its calls, in the order of the API reference. */
export const features = {
  session: {
    title: 'Session',
    description: 'Signing in and out, and setting a password.',
    calls: { ...sessionEndpoints, ...organizationEndpoints, ...ownAccountEndpoints, ...passkeyEndpoints },
  },
  clients: {
    title: 'Clients',
    description: 'The people the organization helps to find and keep a home.',
    calls: { ...clientEndpoints, ...importEndpoints },
  },
  notes: {
    title: 'Weekly notes',
    description: 'What case workers write about their work with a client.',
    calls: noteEndpoints,
  },
  'service-log': {
    title: 'Service log',
    description: 'All clients’ notes in a period, with what an auditor would ask about.',
    calls: serviceLogEndpoints,
  },
  'follow-ups': {
    title: 'Follow-ups',
    description: 'What to do next for a client, by when, and who does it.',
    calls: followUpEndpoints,
  },
  papers: {
    title: 'Signed documents',
    description:
      'A register of what a client has signed, and until when it is valid. The documents themselves are kept elsewhere.',
    calls: paperEndpoints,
  },
  people: {
    title: 'People',
    description:
      'The people in a client’s life: household, emergency contacts, landlord, guardian and so on.',
    calls: peopleEndpoints,
  },
  homes: {
    title: 'Homes',
    description: 'Where a client has lived, and how many clients moved in and left.',
    calls: homeEndpoints,
  },
  authorizations: {
    title: 'Authorizations',
    description: 'What payers have authorized for a client, and how much of it the notes have used.',
    calls: authorizationEndpoints,
  },
  files: {
    title: 'Files',
    description: 'Copies of documents and pictures.',
    calls: fileEndpoints,
  },
  goals: {
    title: 'Goals',
    description: 'The goals of a client’s plan. Notes name those that they serve.',
    calls: goalEndpoints,
  },
  due: {
    title: 'Due',
    description: 'What has expired or is about to.',
    calls: dueEndpoints,
  },
  'client-merges': {
    title: 'Merges',
    description: 'Merging two records of one person, and undoing it.',
    calls: clientMergeEndpoints,
  },
  'record-packet': {
    title: 'Record packets',
    description: 'A client’s record as files for someone outside the organization, and who received them.',
    calls: recordPacketEndpoints,
  },
  drafts: {
    title: 'Drafts',
    description: 'What you have typed in the portal and not saved yet.',
    calls: draftEndpoints,
  },
  employees: {
    title: 'Employees',
    description: 'The organization’s staff and their roles.',
    calls: employeeEndpoints,
  },
  'contact-messages': {
    title: 'Contact messages',
    description: 'Messages from visitors of the website.',
    calls: contactEndpoints,
  },
  links: {
    title: 'Links',
    description: 'External pages that staff use.',
    calls: linkEndpoints,
  },
  training: {
    title: 'Training',
    description: 'The slide decks for employees and admins, and who has done them.',
    calls: trainingEndpoints,
  },
  'outgoing-mail': {
    title: 'Outgoing email',
    description: 'Emails that the mail server has not accepted yet, or has rejected.',
    calls: outgoingMailEndpoints,
  },
  'deleted-records': {
    title: 'Deleted records',
    description: 'What was deleted and can be restored until it is purged.',
    calls: deletedRecordEndpoints,
  },
  audit: {
    title: 'Audit trail',
    description: 'Who did what to which record, and when.',
    calls: auditEndpoints,
  },
  health: {
    title: 'Health',
    description: 'Whether the service works.',
    calls: healthEndpoints,
  },
} as const satisfies Record<string, Feature>

export type FeatureName = keyof typeof features

type Endpoint = { [Name in FeatureName]: ValuesOf<(typeof features)[Name]['calls']> }[FeatureName]

type ValuesOf<T> = T[keyof T]

/** The calls by method and path, which is how the portal names them: it takes types from the contract, but no schemas. */
export type Calls = { [E in Endpoint as `${E['method']} ${E['path']}`]: E }

export type CallName = keyof Calls

/** Calls that need no session. */
export type OpenCall = ValuesOf<{ [Name in CallName]: Calls[Name]['access'] extends 'anyone' ? Name : never }>

export const allEndpoints: readonly EndpointDefinition[] = Object.values(features).flatMap(({ calls }) =>
  Object.values(calls),
)
