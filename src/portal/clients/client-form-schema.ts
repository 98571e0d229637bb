import * as z from 'zod/mini'
import { clientFields } from '#contract/clients/fields.ts'
import { clientFieldErrors, clientForm } from '#contract/clients/schema.ts'
import { asDigits } from '#portal/record-form/as-digits.ts'
import { today } from '#portal/screen/dates.ts'

/** The contract's form, and the rule that needs the calendar, beside its own field. */
export const clientFormSchema = z.extend(clientForm, {
  phone: z.pipe(asDigits, clientForm.shape.phone),
  dateOfBirth: clientForm.shape.dateOfBirth.check(
    z.refine(
      (dateOfBirth) => !clientFieldErrors({ dateOfBirth }, today()).dateOfBirth,
      clientFields.dateOfBirth.inFuture,
    ),
  ),
})
