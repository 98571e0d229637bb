import { faker } from '@faker-js/faker/locale/en_US'
import type { Calendar } from './calendar.ts'
import { fillIn } from './notes.ts'
import { cities, emailOf, makePerson } from './people.ts'
import { type MadeUpRows, seedId } from './store.ts'

/** Messages from the contact form. */
const messages = [
  'I have to leave my apartment by {month} {day} and do not know where to go.',
  'I am staying in my car with my {number} kids right now. A lady at the library told me about you.',
  'my lease ends in {month} and the rent goes up to {rent}. I can not pay that on disability.',
  'We are a family of {number} in one room at my sister’s place in {city}.\nI work nights, so afternoons are best.',
  'I have a voucher but every landlord says no. It runs out on {month} {day}.',
  'My mother is 71 and uses a wheelchair. Her building in {city} has no elevator anymore.',
  'I left an unsafe home and I am staying with a friend in {city}. Please do not call, only email.',
  'I own a fourplex in {city} and have a two-bedroom open from {month} for {rent}. Do you have someone who would be a good fit?',
  'I manage {number} buildings in {city}. How does it work if a tenant has a voucher and your support?',
  'I am a discharge planner at a hospital in {city}. We have a patient who leaves on {month} {day} without a home. What is your intake process?',
  'School social worker in {city} here. Can we refer a family of {number} directly, or do they have to call themselves?',
  'Are you open on Saturdays? I get off work at {number}.',
  'need housing asap in {city}',
  '¿Hablan español? Necesito ayuda con la renta, gracias.',
  'Waxaan u baahanahay caawimaad guri. Mahadsanid.',
  'Kuv xav tau kev pab nrhiav tsev. Ua tsaug.',
  'Miigwech for everything you did for my auntie. ❤️',
]
const greetings = ['Hello,', 'Hi,', 'Good morning.', 'To whom it may concern,', '']
const closings = ['Thank you.', 'Thanks so much, {first}', 'God bless, {first}', '']

/** Messages of the last days are unread. */
const unreadDays = 3

export function makeMessage(index: number, calendar: Calendar): MadeUpRows {
  const { firstName, lastName } = makePerson()
  const receivedAt = calendar.recordTime(index)
  const isRead = calendar.daysAgo(receivedAt) > unreadDays
  const parts = [greetings, messages, closings].map((texts) => faker.helpers.arrayElement(texts))
  const text = parts.filter((part) => part !== '').join(faker.helpers.arrayElement([' ', '\n']))
  const message = {
    id: seedId('contact_messages', index),
    name: faker.datatype.boolean(0.85) ? `${firstName} ${lastName}` : firstName,
    email: emailOf(firstName, lastName),
    message: fillIn(text, {
      first: () => firstName,
      city: () => faker.helpers.arrayElement(cities).name,
      month: () => faker.date.month(),
      day: () => `${faker.number.int({ min: 1, max: 28 })}`,
      number: () => `${faker.number.int({ min: 2, max: 6 })}`,
      rent: () => `$${faker.number.int({ min: 700, max: 1450, multipleOf: 25 })}`,
    }),
    received_at: receivedAt,
    read_at: isRead
      ? new Date(receivedAt.getTime() + faker.number.int({ min: 1, max: 24 * 60 }) * 60_000)
      : null,
  }
  return { contact_messages: [message] }
}
