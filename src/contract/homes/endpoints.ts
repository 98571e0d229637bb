import * as z from 'zod/mini'
import { clientRecordEndpoints } from '../client-records/endpoints.ts'
import { clientRecordSchemas } from '../client-records/schema.ts'
import { assignedTo } from '../clients/endpoints.ts'
import { described, wholeNumber } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { periodErrors } from '../service-log/rules.ts'
import { calendarDate } from '../text.ts'
import { homeErrors, homeFields } from './fields.ts'

const schemas = clientRecordSchemas('home', homeFields)

export type Home = z.output<typeof schemas.record>

const day = (description: string, example: string) =>
  calendarDate({ required: 'Choose a date', invalid: homeFields.movedInOn.invalid, description, example })

export const homeEndpoints = {
  ...clientRecordEndpoints(
    'homes',
    schemas,
    {
      one: 'home',
      many: 'homes',
      list: 'Returns where a client has lived, the latest first.',
      add: 'Adds a home of a client. Homes of a client can’t overlap, but one can be left and another moved into on the same day.',
      edit: '`leftOn` says that the client has left it, and null takes that back.',
    },
    { errors: homeErrors, failures: ['homes-overlap'] },
  ),
  summary: endpoint('POST /homes/summary', {
    access: 'homes:count',
    summary: 'Count who moved in, who is housed and who left',
    description:
      'Counts homes of the kinds `lease` and `housing-support` in a period of at most 366 days. People are counted, each once in every number. The day of leaving is the last day in a home. Deleted clients are left out.',
    body: z.object({
      from: day('The first day, YYYY-MM-DD', '2026-01-01'),
      to: day('The last day, YYYY-MM-DD', '2026-03-31'),
      assignedTo,
    }),
    bodyRules: periodErrors,
    reply: z.object({
      movedIn: wholeNumber(
        'How many moved into such a home in the period and had none the day before; the first home that is known counts, too',
        12,
      ),
      housed: wholeNumber('How many had such a home on the last day', 80),
      left: described(
        z.record(z.string(), z.int()),
        'How many left such a home in the period, by the reason of the last one, without regard to case; `unknown` counts those without a reason',
        { evicted: 1, unknown: 2 },
      ),
    }),
  }),
}
