import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { deckKey } from './decks.ts'
import { deck, training, trainingRecord } from './schema.ts'

const deckParams = z.object({ deck: deckKey.check(z.describe('Which deck')) })

export const trainingEndpoints = {
  /** The employee training, for every role. */
  employee: endpoint({
    method: 'GET',
    path: '/training/employee',
    access: 'training:employee',
    summary: 'Read the employee training',
    status: 200,
    reply: training,
  }),
  /** The administrative training. */
  admin: endpoint({
    method: 'GET',
    path: '/training/admin',
    access: 'training:admin',
    summary: 'Read the administrative training',
    status: 200,
    reply: training,
  }),
  /** A deck of the administrative training is marked by those who may open it. Marking twice keeps the first day. */
  markDone: endpoint({
    method: 'PUT',
    path: '/training/decks/:deck/done',
    access: 'training:employee',
    summary: 'Mark a deck as done',
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
    params: deckParams,
    status: 204,
    failures: ['invalid-input'],
  }),
  /** Who has done which deck, and when: every employee, also those who have done none. */
  records: endpoint({
    method: 'GET',
    path: '/training/records',
    access: 'training:read-records',
    summary: 'List who has done which deck',
    status: 200,
    reply: z.array(trainingRecord),
  }),
}
