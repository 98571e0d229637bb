import type { DocumentationOf } from '../endpoint.ts'
import type { trainingEndpoints } from './endpoints.ts'

const firstWeek = {
  deck: 'first-week',
  title: 'Your first week',
  url: '/training/first-week',
  doneAt: '2026-03-06T20:15:00.000Z',
} as const

/** What the API page says of each call, apart from what the portal loads. */
export const trainingDocumentation = {
  employee: {
    description:
      'Answers what the organization asks of its employees, and the decks with the time at which the person who asks marked them as done.',
    example: {
      reply: {
        headline: 'What this work asks of you',
        responsibilities: [{ title: 'Privacy', text: 'Keep client data confidential.' }],
        decks: [firstWeek],
      },
    },
  },
  admin: {
    description: 'Answers the administrative training in the same way.',
    example: {
      reply: {
        headline: 'Lead the work, protect the people',
        responsibilities: [{ title: 'Data privacy', text: 'Client data are private.' }],
        decks: [
          {
            deck: 'client-data-privacy',
            title: 'Client data and privacy',
            url: '/training/client-data-privacy',
            doneAt: null,
          },
        ],
      },
    },
  },
  markDone: {
    description:
      'Marks a deck as done by the person who asks. Marking it again keeps the first time. A deck of the administrative training is `not-allowed` for those who can’t open it.',
    example: { params: { deck: 'first-week' }, reply: firstWeek },
  },
  unmarkDone: {
    description: 'Takes the mark back, as after a wrong click. Without a mark nothing changes.',
    example: { params: { deck: 'first-week' } },
  },
  records: {
    description:
      'Answers every employee with the decks that they marked as done and those that they may open and have not, ordered by last name, first name and id.',
    example: {
      reply: [
        {
          employeeId: '0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42',
          name: 'Amina Warsame',
          role: 'manager',
          done: [{ deck: 'first-week', title: firstWeek.title, doneAt: firstWeek.doneAt }],
          open: [],
        },
      ],
    },
  },
} satisfies DocumentationOf<typeof trainingEndpoints>
