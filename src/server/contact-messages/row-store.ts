import type { Selectable } from 'kysely'
import type { ContactMessage } from '#contract/contact-messages/schema.ts'
import type { ContactMessageTable } from '#server/database/tables.ts'

export const messageColumns = ['id', 'name', 'email', 'message', 'received_at', 'read_at'] as const

type MessageRow = Pick<Selectable<ContactMessageTable>, (typeof messageColumns)[number]>

export function messageOf({ id, name, email, message, received_at, read_at }: MessageRow): ContactMessage {
  return {
    _id: id,
    id,
    name,
    email,
    message,
    receivedAt: received_at.toISOString(),
    readAt: read_at?.toISOString() ?? null,
  }
}
