import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { lengths } from '#contract/lengths.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import type { DemoProduct } from './demo-product.ts'

const person = {
  status: 'active',
  service: 'Transition & Sustaining',
  email: `${'x'.repeat(64)}@${'very-long-part.'.repeat(11)}example`,
  phone: '651555014299999',
  address: 'c/o the shelter behind the old flour mill, ask for Maria at the second door, '.repeat(3),
  dateOfBirth: '1901-01-01',
} as const

/** As long as the field takes, with a gap to break at and without. */
const longest = (words: string) => words.repeat(lengths.name).slice(0, lengths.name).trim()

const people = {
  endless: { firstName: longest('Pa Houa Maiv Nkauj '), lastName: longest('Aaberg') },
  rightToLeft: { firstName: 'فاطمة الزهراء', lastName: 'بنت عبد الرحمن الأندلسي' },
  pictured: { firstName: '🏠🗝️ Zoë', lastName: '👩‍👩‍👧‍👦 Ångström-Łukasiewicz' },
} as const

const longNote = [
  'https://example.org/'.padEnd(400, 'a-path-without-end/'),
  'Called the landlord three times this week and left a message each time. '.repeat(30),
  'تمت زيارة الشقة اليوم، وكل شيء على ما يرام.',
].join('\n\n')

export type Extremes = Record<keyof typeof people, string>

/** The longest, the foreign and the very many, as people enter them. Answers the ids of the clients. */
export async function addExtremes(demo: DemoProduct): Promise<Extremes> {
  await demo.operate('seed', '--clients', '10000', '--messages', '1000')
  const ids: [string, string][] = []
  for (const [kind, name] of Object.entries(people)) {
    const { id } = await demo.send('super-admin', clientEndpoints.add, { body: { ...person, ...name } })
    await demo.send('super-admin', noteEndpoints.add, { params: { id }, body: { text: longNote } })
    ids.push([kind, id])
  }
  const { firstName, lastName } = people.endless
  const { email, address, dateOfBirth: dob } = person
  await demo.send('super-admin', employeeEndpoints.add, {
    body: { firstName, lastName, email, phone: '6515550142', address, dob, role: 'super-admin' },
  })
  for (const { firstName, lastName } of Object.values(people)) {
    const body = { name: `${firstName} ${lastName}`.slice(0, 200), email, message: longNote.slice(0, 5000) }
    await demo.send('super-admin', contactEndpoints.send, { body })
  }
  return Object.fromEntries(ids) as Extremes
}
