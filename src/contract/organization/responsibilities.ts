import { z } from 'zod'
import { text } from './text.ts'

/** What an operator writes for one of the two training screens. Messages finish the sentence 'The field … '. */
const asked = z.strictObject({
  headline: text(120),
  responsibilities: z
    .array(z.strictObject({ title: text(60), text: text(400) }))
    .min(1, 'must have at least one entry')
    .max(20, 'must have at most 20 entries'),
})

export const responsibilitiesSchema = z.strictObject({ admin: asked, employee: asked })

export type Responsibilities = z.output<typeof responsibilitiesSchema>
