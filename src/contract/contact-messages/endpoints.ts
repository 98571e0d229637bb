import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instantRange, pageInBody, pageOf, pageQuery, searchText, takenBySearch } from '../lists.ts'
import { bothIds, recordId } from '../record.ts'
import { emailAddress, line, prose } from '../text.ts'
import { contactLimits, contactsPerHour, contactWording } from './form.ts'

const { required, emailInvalid } = contactWording

/** What a visitor writes. */
const contactInput = z.object({
  name: line({ label: 'Name', max: contactLimits.name, required }).check(
    z.meta({ description: 'Who writes, as they like to be called', examples: ['Amina Yusuf'] }),
  ),
  email: emailAddress({ required, invalid: emailInvalid }).check(z.describe('Where the answer goes')),
  message: prose({ label: 'Message', max: contactLimits.message, required }).check(
    z.meta({ description: 'What it is about; line breaks are kept', examples: ['My lease ends in May.'] }),
  ),
  /** Named like nothing that browsers fill in by themselves. */
  reference: z
    .optional(z.unknown())
    .check(z.describe('Leave it out. It is an unseen field of the form: who fills it in is a program')),
})

export type ContactInput = z.output<typeof contactInput>

/** A message as every call answers it. `_id` and `id` are the same opaque string. */
const contactMessage = z.object({
  ...bothIds('message'),
  name: z.string().check(z.meta({ examples: ['Amina Yusuf'] })),
  email: z.string().check(z.meta({ examples: ['amina@example.org'] })),
  message: z.string().check(z.meta({ examples: ['My lease ends in May.'] })),
  receivedAt: z.iso.datetime().check(z.describe('When it arrived')),
  readAt: z
    .nullable(z.iso.datetime())
    .check(z.describe('When somebody first marked it as read; null while it is unread')),
})

export type ContactMessage = z.output<typeof contactMessage>

const messageParams = z.object({
  id: recordId('message'),
})

const messagePage = pageOf(contactMessage, {
  items: 'The messages of this page',
  total: 'How many messages match, on all pages',
  nextCursor: 'Pass as `cursor` for the next page; null on the last one',
})

const received = instantRange({
  from: 'Received at this instant or later',
  before: 'Received before this instant',
})

const searchPath = '/contact/search'

export const contactEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/contact',
    access: 'contact-messages:read',
    summary: 'List contact messages',
    description:
      'Returns all messages that match as one array, the newest first. With `limit` it returns one page instead: an object with the messages, how many there are in all, and the cursor of the next page.',
    query: z.object({ search: takenBySearch(searchPath), ...received, ...pageQuery('messages') }),
    status: 200,
    reply: z.union([z.array(contactMessage), messagePage]),
    failures: ['invalid-input'],
  }),
  search: endpoint({
    method: 'POST',
    path: searchPath,
    access: 'contact-messages:read',
    summary: 'Search contact messages',
    description:
      'Returns the messages whose sender matches, the newest first: as one array, or with `limit` a page of them. Every word must be part of the name or of the email address, in any order.',
    body: z.strictObject({
      search: searchText(
        'Words that are each part of the name or the email address, in any order, blind to case and accents',
      ),
      ...received,
      ...pageInBody('messages'),
    }),
    status: 200,
    reply: z.union([z.array(contactMessage), messagePage]),
    failures: ['invalid-input'],
  }),
  unread: endpoint({
    method: 'GET',
    path: '/contact/unread',
    access: 'contact-messages:read',
    summary: 'Count unread contact messages',
    description: 'Counts the messages that nobody has marked as read.',
    status: 200,
    reply: z.object({
      count: z.int().check(z.meta({ description: 'How many nobody has marked as read', examples: [12] })),
    }),
  }),
  markRead: endpoint({
    method: 'PUT',
    path: '/contact/:id/read',
    access: 'contact-messages:read',
    summary: 'Mark a contact message as read or unread',
    description:
      'Marks a message as read for everybody who reads messages, or as unread again. Marking it twice keeps the first time.',
    params: messageParams,
    body: z.object({
      read: z.boolean({ error: 'Say true or false' }).check(z.describe('false makes it unread again')),
    }),
    status: 200,
    reply: contactMessage,
    failures: ['invalid-input', 'not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/contact/:id',
    access: 'contact-messages:delete',
    summary: 'Delete a contact message',
    description:
      'Takes the message out of the list. The record is kept for the retention years and can be brought back by an operator.',
    params: messageParams,
    status: 204,
    failures: ['not-found'],
  }),
  recordExport: endpoint({
    method: 'POST',
    path: '/contact/exports',
    access: 'contact-messages:read',
    summary: 'Record that contact messages leave the portal',
    description:
      'Called by the portal before it makes a CSV or PDF file, so that the audit trail tells who took messages out of it.',
    body: z.object({
      kind: z
        .enum(['csv', 'pdf'], { error: 'Messages leave as CSV or as PDF' })
        .check(z.describe('How they leave')),
      count: z
        .int({ error: 'The count is a whole number' })
        .check(z.nonnegative(), z.meta({ description: 'How many messages it holds', examples: [12] })),
    }),
    status: 204,
    failures: ['invalid-input'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/contact',
    access: 'anyone',
    summary: 'Send a contact message',
    description: `Stores what a visitor writes to the organization. From one network address ${contactsPerHour} messages an hour are taken; only those that were stored count. A call from another website is refused.`,
    body: contactInput,
    leadingError: contactWording.required,
    idempotent: true,
    status: 201,
    reply: z.object({
      message: z
        .string()
        .check(z.meta({ description: 'A sentence for people', examples: ['Your message has been sent.'] })),
    }),
    failures: ['invalid-input', 'from-another-site', 'too-many-requests'],
  }),
}
