import type { DocumentationOf } from '../endpoint.ts'
import type { contactEndpoints } from './endpoints.ts'
import { contactsPerHour, contactWording } from './form.ts'

const id = '7d2f6b90-4c1e-4a83-b5d7-90e3f1a2c468'

const exampleMessage = {
  _id: id,
  id,
  name: 'Amina Yusuf',
  email: 'amina@example.org',
  message: 'My lease ends in May. Can you help me find a new place?',
  receivedAt: '2026-03-02T15:04:05.000Z',
  readAt: null,
} as const

/** What the API page says of each call, apart from what the portal loads. */
export const contactDocumentation = {
  list: {
    description:
      'Answers all messages that match as one array, the newest first. With `limit` it answers a page of them instead: an object with the messages, how many there are in all, and the cursor of the next page.',
    example: {
      query: { from: '2026-03-01T06:00:00Z', limit: '50' },
      reply: { items: [exampleMessage], total: 1, nextCursor: null },
    },
  },
  search: {
    description:
      'Answers the messages whose sender matches, the newest first: as one array, or with `limit` a page of them. Every word must be part of the name or of the email address, in any order.',
    example: {
      body: { search: 'amina', from: '2026-03-01T06:00:00Z', limit: 50 },
      reply: { items: [exampleMessage], total: 1, nextCursor: null },
    },
  },
  unread: {
    description: 'Counts the messages that nobody has marked as read.',
    example: { reply: { count: 3 } },
  },
  markRead: {
    description:
      'Marks a message as read for everybody who reads messages, or as unread again. Marking it twice keeps the first time.',
    example: {
      params: { id },
      body: { read: true },
      reply: { ...exampleMessage, readAt: '2026-03-02T15:20:00.000Z' },
    },
  },
  remove: {
    description:
      'Takes the message out of the list. The record is kept for the retention years and can be brought back by an operator.',
    example: { params: { id } },
  },
  recordExport: {
    description:
      'Called by the portal before it makes a CSV or PDF file, so that the audit trail tells who took messages out of it.',
    example: { body: { kind: 'csv', count: 12 } },
  },
  send: {
    description: `Stores what a visitor writes to the organization. From one network address ${contactsPerHour} messages an hour are taken; only those that were stored count. A call from another website is refused. Where no answer came, send the same again with the same \`attempt\`.`,
    example: {
      body: { name: exampleMessage.name, email: exampleMessage.email, message: exampleMessage.message },
      reply: { message: contactWording.sent },
    },
  },
} satisfies DocumentationOf<typeof contactEndpoints>
