import * as z from 'zod/mini'
import { roleSchema } from '../access/schema.ts'
import { deckKey } from './decks.ts'

const namedDeck = {
  deck: deckKey.check(z.describe('Which deck')),
  title: z.string().check(z.meta({ examples: ['Your first week'] })),
}

/** A slide deck as the person who asks sees it. */
export const deck = z.object({
  ...namedDeck,
  url: z
    .string()
    .check(z.meta({ description: 'Where its frame is loaded from', examples: ['/training/first-week'] })),
  doneAt: z
    .nullable(z.iso.datetime())
    .check(z.describe('When the person marked it as done; null if not yet')),
})

export type Deck = z.output<typeof deck>

/** One of the two training screens: what the organization asks of its people, and the decks. */
export const training = z.object({
  headline: z.string().check(z.meta({ examples: ['What this work asks of you'] })),
  responsibilities: z
    .array(
      z.object({
        title: z.string().check(z.meta({ examples: ['Notes'] })),
        text: z.string().check(z.meta({ examples: ['Write a note for each client every week.'] })),
      }),
    )
    .check(z.describe('In the organization’s order')),
  decks: z.array(deck).check(z.describe('The slide decks')),
})

export type TrainingContent = z.output<typeof training>

/** Which decks an employee has marked as done, and which not yet. */
export const trainingRecord = z.object({
  employeeId: z
    .string()
    .check(z.meta({ description: 'Id of the employee', examples: ['0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42'] })),
  name: z.string().check(z.meta({ description: 'First and last name', examples: ['Amina Warsame'] })),
  role: roleSchema.check(z.describe('What the employee may do')),
  done: z
    .array(
      z.object({ ...namedDeck, doneAt: z.iso.datetime().check(z.describe('When it was marked as done')) }),
    )
    .check(z.describe('In the order of the decks')),
  open: z
    .array(z.object(namedDeck))
    .check(z.describe('Those that the role may open and that are not marked yet, in the same order')),
})

export type TrainingRecord = z.output<typeof trainingRecord>
