/** What a packet can hold besides the facts about the client, in its order. Earlier versions stand with their notes. */
export const packetParts = {
  notes: 'Notes',
  versions: 'Earlier versions of notes',
  statusHistory: 'Status history',
  papers: 'Papers',
  followUps: 'Follow-ups',
  accesses: 'Who has seen this record',
} as const

export type PacketPart = keyof typeof packetParts

/** The messages for what has to be said. Apart from the schemas, which the dialog does without. */
export const packetRequired = {
  recipient: 'Say who gets the record',
  purpose: 'Say what the record is needed for',
} as const
