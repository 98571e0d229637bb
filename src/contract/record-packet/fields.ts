import type { RecordFields } from '../record-field.ts'

/** What is asked for a packet: who gets it, what for and, without a valid release to them, why that is allowed. */
export const packetFields = {
  recipient: {
    kind: 'line',
    label: 'Recipient',
    required: 'Enter the recipient',
    max: 200,
    dir: 'auto',
    hint: 'A person, court or agency.',
    description: 'Who gets the record',
    example: 'Hennepin County District Court',
  },
  purpose: {
    kind: 'line',
    label: 'Purpose',
    required: 'Enter the purpose',
    max: 200,
    dir: 'auto',
    hint: 'For example, a subpoena or the purpose on the release.',
    description: 'What it is needed for',
    example: 'Subpoena of March 2, 2026',
  },
  basis: {
    kind: 'line',
    label: 'Why the record may be shared',
    max: 200,
    dir: 'auto',
    hint: 'There is no valid release to this recipient. For example, a court order or the client’s own request.',
    description:
      'Why the record may be shared; required unless a release to the recipient (a signed document of the client, its recipient compared without case and outer spaces) is neither expired nor revoked',
    example: 'Court order 27-CV-26-1234',
  },
} as const satisfies RecordFields

/** What a packet can hold besides the facts about the client, in its order. Earlier versions come with their record. */
export const packetParts = {
  notes: 'Notes',
  versions: 'Earlier versions',
  statusHistory: 'Status history',
  goals: 'Goals',
  papers: 'Signed documents',
  people: 'People',
  homes: 'Homes',
  authorizations: 'Authorizations',
  files: 'Files',
  followUps: 'Follow-ups',
  accesses: 'Who has seen this record',
} as const

export type PacketPart = keyof typeof packetParts

/** The files of a packet, in the order in which they are made. */
export const packetFiles = ['record.json', 'record.pdf', 'README.txt', 'SHA256SUMS'] as const

export type PacketFile = (typeof packetFiles)[number]
