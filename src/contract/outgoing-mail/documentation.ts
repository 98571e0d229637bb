import type { DocumentationOf } from '../endpoint.ts'
import type { outgoingMailEndpoints } from './endpoints.ts'

const id = 'e3d9a0c7-58b1-4a6e-9f24-7b60c8d1f352'

const refusedMail = {
  id,
  kind: 'set-up',
  recipient: 'amina.warsame@example.org',
  state: 'refused',
  createdAt: '2026-03-02T15:04:05.000Z',
  attempts: 1,
  nextAttemptAt: null,
  problem: '550 5.1.1 No such mailbox',
} as const

/** What the API page says of each call, apart from what the portal loads. */
export const outgoingMailDocumentation = {
  list: {
    description:
      'Answers the mail that waits for the mail server and the mail that it refused for good, the oldest first. Mail that was sent is not listed. A link is made when its mail is sent, so it stands nowhere here.',
    example: { reply: [refusedMail] },
  },
  resend: {
    description:
      'Has a mail tried again at once. A refused one waits again, and goes to the address that the employee has now.',
    example: {
      params: { id },
      reply: {
        ...refusedMail,
        state: 'waiting',
        nextAttemptAt: '2026-03-02T16:00:00.000Z',
        problem: null,
      },
    },
  },
} satisfies DocumentationOf<typeof outgoingMailEndpoints>
