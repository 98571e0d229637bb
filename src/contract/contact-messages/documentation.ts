import type { DocumentationOf } from '../endpoint.ts'
import type { contactEndpoints } from './endpoints.ts'
import { contactWording } from './wording.ts'

/** What the API page says of each call, apart from what the portal loads. */
export const contactDocumentation = {
  send: {
    description:
      'Stores what a visitor writes to the organization. Twenty messages an hour are taken from one network address; only those that were stored count. A call from another website is refused.',
    example: {
      body: {
        name: 'Amina Yusuf',
        email: 'amina@example.org',
        message: 'My lease ends in May. Can you help me find a new place?',
      },
      reply: { message: contactWording.sent },
    },
  },
} satisfies DocumentationOf<typeof contactEndpoints>
