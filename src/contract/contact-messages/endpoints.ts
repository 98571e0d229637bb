import * as z from 'zod/mini'
import { described, text, timestamp, timestampOrNull, wholeNumber } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { instantRange, pageInBody, pageOf, pageQuery, rejectSearchInQuery, searchText } from '../lists.ts'
import { bothIds, recordId } from '../record.ts'
import { emailAddress, lineText, multilineText } from '../text.ts'
import { contactLimits, contactsPerHour, contactWording } from './form.ts'

const { required, emailInvalid } = contactWording

/** The contact form's fields. */
const contactInput = z.object({
  name: described(
    lineText({ label: 'Name', max: contactLimits.name, required }),
    'What the sender likes to be called',
    'Amina Yusuf',
  ),
  email: described(emailAddress({ required, invalid: emailInvalid }), 'The address to reply to'),
  message: described(
    multilineText({ label: 'Message', max: contactLimits.message, required }),
    'What it is about; line breaks are kept',
    'My lease ends in May.',
  ),
  /** A honeypot, hidden in the form, with a name that browsers don't autofill. */
  reference: described(
    z.optional(z.unknown()),
    'Leave it out. This is a hidden field of the form that only bots fill in',
  ),
})

export type ContactInput = z.output<typeof contactInput>

/** A message as every call returns it. `_id` and `id` are the same opaque string. */
export const contactMessage = z.object({
  ...bothIds('message'),
  name: z.string().check(z.meta({ examples: ['Amina Yusuf'] })),
  email: z.string().check(z.meta({ examples: ['amina@example.org'] })),
  message: z.string().check(z.meta({ examples: ['My lease ends in May.'] })),
  receivedAt: timestamp('When it arrived'),
  readAt: timestampOrNull('When it was first marked as read; null while it is unread'),
})

export type ContactMessage = z.output<typeof contactMessage>

const messageParams = z.object({
  id: recordId('message'),
})

const messagePage = pageOf(contactMessage, 'messages')

const received = instantRange({
  from: 'Received at this instant or later',
  before: 'Received before this instant',
})

export const contactEndpoints = {
  list: endpoint('GET /contact', {
    access: 'contact-messages:read',
    summary: 'List contact messages',
    description:
      'Returns all matching messages as one array, newest first. With `limit` it returns one page instead: an object with the messages, the total number, and the cursor of the next page.',
    query: z.object({
      search: rejectSearchInQuery('/contact/search'),
      ...received,
      ...pageQuery('messages'),
    }),
    reply: z.union([z.array(contactMessage), messagePage]),
    failures: ['too-many-requests'],
  }),
  search: endpoint('POST /contact/search', {
    access: 'contact-messages:read',
    summary: 'Search contact messages',
    description:
      'Returns the messages whose sender matches, newest first, as one array or, with `limit`, as a page. Every word must be part of the name or email address, in any order.',
    body: z.strictObject({
      search: searchText('Words from the name or email address, in any order, ignoring case and accents'),
      ...received,
      ...pageInBody('messages'),
    }),
    reply: z.union([z.array(contactMessage), messagePage]),
    failures: ['too-many-requests'],
  }),
  unread: endpoint('GET /contact/unread', {
    access: 'contact-messages:read',
    summary: 'Count unread contact messages',
    description: 'Counts the messages that have not been marked as read.',
    reply: z.object({
      count: wholeNumber('The number of unread messages', 12),
    }),
  }),
  markRead: endpoint('PUT /contact/:id/read', {
    access: 'contact-messages:read',
    summary: 'Mark a contact message as read or unread',
    description:
      'Marks a message as read, or as unread again, for everyone who reads messages. Marking it again does not change the time.',
    params: messageParams,
    body: z.object({
      read: described(z.boolean({ error: 'Send true or false' }), 'false makes it unread again'),
    }),
    reply: contactMessage,
    failures: ['not-found'],
  }),
  remove: endpoint('DELETE /contact/:id', {
    access: 'contact-messages:delete',
    summary: 'Delete a contact message',
    description:
      'Removes the message from the list. The record is kept for the retention period, and an operator can restore it.',
    params: messageParams,
    failures: ['not-found'],
  }),
  recordExport: endpoint('POST /contact/exports', {
    access: 'contact-messages:read',
    summary: 'Record an export of contact messages',
    description:
      'Called by the portal before it creates a CSV or PDF file, so that the audit trail shows who exported messages.',
    body: z.object({
      kind: described(
        z.enum(['csv', 'pdf'], { error: 'Messages are exported as CSV or PDF' }),
        'The format of the export',
      ),
      count: described(
        z.int({ error: 'The count is a whole number' }).check(z.nonnegative()),
        'How many messages the file contains',
        12,
      ),
    }),
  }),
  send: endpoint('POST /contact', {
    access: 'anyone',
    summary: 'Send a contact message',
    description: `Stores a visitor’s message to the organization. Each network address may send ${contactsPerHour} messages an hour; only stored messages count. A call from another website is rejected.`,
    body: contactInput,
    leadingError: contactWording.required,
    idempotent: true,
    status: 201,
    reply: z.object({
      message: text('A message for people', 'Your message has been sent.'),
    }),
    failures: ['from-another-site', 'too-many-requests'],
  }),
}
