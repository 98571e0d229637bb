import * as z from 'zod/mini'
import { clientForm, clientMistakes } from '#contract/clients/schema.ts'
import { clientWording } from '#contract/clients/wording.ts'
import { today } from '#portal/screen/dates.ts'

/** The contract's form, and the rule that needs the calendar, beside its own field (decision 15). */
export const newClientSchema = z.extend(clientForm, {
  dateOfBirth: clientForm.shape.dateOfBirth.check(
    z.refine(
      (dateOfBirth) => !clientMistakes({ dateOfBirth }, today()).dateOfBirth,
      clientWording.dateOfBirthInFuture,
    ),
  ),
})
