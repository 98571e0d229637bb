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
