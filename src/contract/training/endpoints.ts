import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import { described, text, timestamp, timestampOrNull } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { personEmail, personName, recordId } from '../record.ts'
import { deckKeys } from './decks.ts'

const deckKey = z.enum(deckKeys)

const namedDeck = {
  deck: described(deckKey, 'Which deck'),
  title: z.string().check(z.meta({ examples: ['Your first week'] })),
}

/** A slide deck as the person who asks sees it. */
const deck = z.object({
  ...namedDeck,
  url: text('Where its frame is loaded from', '/training/first-week'),
  doneAt: timestampOrNull('When the signed-in employee marked it as done; null if not done'),
})

export type Deck = z.output<typeof deck>

/** One of the two training screens: what the organization asks of its people, and the decks. */
const training = z.object({
  headline: z.string().check(z.meta({ examples: ['What this work asks of you'] })),
  responsibilities: described(
    z.array(
      z.object({
        title: z.string().check(z.meta({ examples: ['Notes'] })),
        text: z.string().check(z.meta({ examples: ['Write a note for each client every week.'] })),
      }),
    ),
    'In the organization’s order',
  ),
  decks: described(z.array(deck), 'The slide decks'),
})

export type TrainingContent = z.output<typeof training>

/** Which decks an employee has marked as done, and which not yet. */
const trainingRecord = z.object({
  employeeId: recordId('employee'),
  name: personName('First and last name'),
  email: personEmail('Email address'),
  role: described(z.enum(roles), 'What the employee may do'),
  done: described(
    z.array(z.object({ ...namedDeck, doneAt: timestamp('When it was marked as done') })),
    'In the order of the decks',
  ),
  open: described(
    z.array(z.object(namedDeck)),
    'The decks that the role may open and that are not marked as done, in the same order',
  ),
})

export type TrainingRecord = z.output<typeof trainingRecord>

const deckParams = z.object({ deck: described(deckKey, 'Which deck') })

export const trainingEndpoints = {
  employee: endpoint('GET /training/employee', {
    access: 'training:employee',
    summary: 'Read the employee training',
    description:
      'Returns what the organization asks of its employees, and the decks with the time when the signed-in employee marked them as done.',
    reply: training,
  }),
  admin: endpoint('GET /training/admin', {
    access: 'training:admin',
    summary: 'Read the administrative training',
    description: 'Returns the administrative training in the same way.',
    reply: training,
  }),
  markDone: endpoint('PUT /training/decks/:deck/done', {
    access: 'training:employee',
    summary: 'Mark a deck as done',
    description:
      'Marks a deck as done for the signed-in employee. Marking it again does not change the time. A deck of the administrative training is `not-allowed` for those who can’t open it.',
    params: deckParams,
    reply: deck,
  }),
  unmarkDone: endpoint('DELETE /training/decks/:deck/done', {
    access: 'training:employee',
    summary: 'Mark a deck as not done',
    description: 'Removes the mark. If the deck was not marked as done, nothing changes.',
    params: deckParams,
  }),
  records: endpoint('GET /training/records', {
    access: 'training:read-records',
    summary: 'List training records',
    description:
      'Returns every employee with the decks that they have and have not marked as done, ordered by last name, first name and id.',
    reply: z.array(trainingRecord),
  }),
}
