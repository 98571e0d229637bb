import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { deckKey } from './decks.ts'
import { deck, training, trainingRecord } from './schema.ts'

const deckParams = z.object({ deck: deckKey.check(z.describe('Which deck')) })

export const trainingEndpoints = {
  employee: endpoint({
    method: 'GET',
    path: '/training/employee',
    access: 'training:employee',
    summary: 'Read the employee training',
    description:
      'Answers what the organization asks of its employees, and the decks with the time at which the person who asks marked them as done.',
    status: 200,
    reply: training,
  }),
  admin: endpoint({
    method: 'GET',
    path: '/training/admin',
    access: 'training:admin',
    summary: 'Read the administrative training',
    description: 'Answers the administrative training in the same way.',
    status: 200,
    reply: training,
  }),
  markDone: endpoint({
    method: 'PUT',
    path: '/training/decks/:deck/done',
    access: 'training:employee',
    summary: 'Mark a deck as done',
    description:
      'Marks a deck as done by the person who asks. Marking it again keeps the first time. A deck of the administrative training is `not-allowed` for those who can’t open it.',
    params: deckParams,
    status: 200,
    reply: deck,
    failures: ['invalid-input'],
  }),
  unmarkDone: endpoint({
    method: 'DELETE',
    path: '/training/decks/:deck/done',
    access: 'training:employee',
    summary: 'Take back that a deck is done',
    description: 'Takes the mark back, as after a wrong click. Without a mark nothing changes.',
    params: deckParams,
    status: 204,
    failures: ['invalid-input'],
  }),
  records: endpoint({
    method: 'GET',
    path: '/training/records',
    access: 'training:read-records',
    summary: 'List who has done which deck',
    description:
      'Answers every employee with the decks that they marked as done and those that they may open and have not, ordered by last name, first name and id.',
    status: 200,
    reply: z.array(trainingRecord),
  }),
}
