import * as z from 'zod/mini'
import { client } from '../clients/schema.ts'
import { timestamp } from '../described.ts'
import { enteredShape, storedShape } from '../field-schemas.ts'
import { bothIds, currentVersion, personEmailOrNull, recordId, recordVersion } from '../record.ts'
import { paperFields } from './fields.ts'

const entered = z.object(enteredShape(paperFields))

export const newPaper = z.omit(entered, { revokedOn: true })

export type PaperInput = z.output<typeof newPaper>

/** What is not sent stays. */
export const paperEdit = z.extend(z.partial(entered), { version: recordVersion })

export type PaperEdit = z.output<typeof paperEdit>

/** A paper as every call returns it. */
export const paper = z.object({
  ...bothIds('paper'),
  clientId: recordId('client'),
  ...storedShape(paperFields),
  createdAt: timestamp('When it was entered'),
  createdBy: personEmailOrNull('Email address of who entered it; null for nobody'),
  version: currentVersion,
})

export type Paper = z.output<typeof paper>

/** In a list of several clients it says about whom it is. */
export const listedPaper = z.extend(paper, {
  client: z.pick(client, { id: true, firstName: true, lastName: true, dateOfBirth: true }),
})

export type ListedPaper = z.output<typeof listedPaper>
