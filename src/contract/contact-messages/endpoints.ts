import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instantRange } from '../instant-range.ts'
import { pageInBody, pageOf, pageQuery } from '../paging.ts'
import { searchText, takenBySearch } from '../search.ts'
import { contactWording } from './form.ts'
import { contactInput, contactMessage } from './schema.ts'

const messageParams = z.object({ id: z.string().check(z.describe('Id of the message')) })

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
  /** All messages, newest first; with `limit` a page of them. */
  list: endpoint({
    method: 'GET',
    path: '/contact',
    access: 'contact-messages:read',
    summary: 'List contact messages',
    query: z.object({ search: takenBySearch(searchPath), ...received, ...pageQuery('messages') }),
    status: 200,
    reply: z.union([z.array(contactMessage), messagePage]),
    failures: ['invalid-input'],
  }),
  /** The same, narrowed by sender. What was typed is in the body, so that no name is ever in an address. */
  search: endpoint({
    method: 'POST',
    path: searchPath,
    access: 'contact-messages:read',
    summary: 'Search contact messages',
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
    status: 200,
    reply: z.object({ count: z.int().check(z.describe('How many nobody has marked as read')) }),
  }),
  /** Marked for everybody who reads messages. */
  markRead: endpoint({
    method: 'PUT',
    path: '/contact/:id/read',
    access: 'contact-messages:read',
    summary: 'Mark a contact message as read or unread',
    params: messageParams,
    body: z.object({
      read: z.boolean({ error: 'Say true or false' }).check(z.describe('false makes it unread again')),
    }),
    status: 200,
    reply: contactMessage,
    failures: ['invalid-input', 'not-found'],
  }),
  /** Gone from the list; the row stays for the operator's commands. */
  remove: endpoint({
    method: 'DELETE',
    path: '/contact/:id',
    access: 'contact-messages:delete',
    summary: 'Delete a contact message',
    params: messageParams,
    status: 204,
    failures: ['not-found'],
  }),
  /** Leaves the audit row of a file that is made in the browser. */
  recordExport: endpoint({
    method: 'POST',
    path: '/contact/exports',
    access: 'contact-messages:read',
    summary: 'Record that contact messages leave the portal',
    body: z.object({
      kind: z
        .enum(['csv', 'pdf'], { error: 'Messages leave as CSV or as PDF' })
        .check(z.describe('How they leave')),
      count: z
        .int({ error: 'The count is a whole number' })
        .check(z.nonnegative(), z.describe('How many messages it holds')),
    }),
    status: 204,
    failures: ['invalid-input'],
  }),
  /** Stores the message; `receivedAt` is the server's clock. */
  send: endpoint({
    method: 'POST',
    path: '/contact',
    access: 'anyone',
    summary: 'Send a contact message',
    body: contactInput,
    leadingMistake: contactWording.required,
    status: 201,
    reply: z.object({ message: z.string().check(z.describe('A sentence for people')) }),
    failures: ['invalid-input', 'from-another-site', 'too-many-requests'],
  }),
}
