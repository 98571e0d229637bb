import { faker } from '@faker-js/faker/locale/en_US'

/** What notes and messages say. A word in braces stands for a value of `fillIn`. */
export const texts = {
  /** First sentences of notes about clients who look for a home. */
  looking: [
    'Housing search with {client}: called {count} landlords. {landlord} has an opening on {street} for {rent}, heat included.',
    'Went to the showing on {street} with {client}. The application fee of {fee} comes from the moving funds, receipt on file.',
    'Voucher paperwork with {client}. The voucher runs out on {later}; we asked for an extension in writing.',
    'Visited {client} at the shelter. Mail comes to our office until there is an address.',
    'Most landlords want a credit score above 600. {client} and I practiced how to talk about an old eviction.',
  ],
  /** And about clients who have one. */
  housed: [
    'Home visit with {client}. The apartment was tidy, the smoke alarm works, the windows are drafty.',
    '{landlord} called about {client}: {fee} of this month’s rent has not come in.',
    'Met {landlord} and {client} on {street} about the repairs. The work order went in on {earlier} and nobody came.',
    'Budget session with {client}. After rent of {rent}, little is left for food in the last week of the month.',
    'Weekly check-in with {client} by phone. Rent for this month is paid, confirmed by {landlord}.',
  ],
  /** Further sentences of any note. */
  details: [
    'Waited on hold for half an hour and got through in the end.',
    'Ordered {document}; it takes two to three weeks.',
    'SNAP starts on the 1st, about {fee} a month.',
    'The job interview on {earlier} went well: the first bus is at 5:20, that is early. 🙂',
    'Payment plan of {fee} a month on top of the rent, agreed by both sides.',
    '{client} knows two neighbors by name now and sleeps better.',
  ],
  /** Last sentences. */
  plans: [
    'Next meeting on {soon}.',
    '{client} brings {document} on {soon}.',
    'If there is no answer by {later}, I call {landlord} again.',
  ],
  /** Sentences that an edit added. */
  corrections: [
    'Correction: the date above was wrong, it was a day later.',
    'Corrected the amount, it was a typo.',
  ],
  /** Messages from the website. */
  messages: [
    'I have to leave my apartment by {soon} and do not know where to go. I am staying in my car with my {count} kids.',
    'my lease ends on {later} and the rent goes up to {rent}. I can not pay that on disability.',
    'I have a voucher but every landlord says no. It runs out on {later}.',
    'I left an unsafe home and I am staying with a friend on {street}. Please do not call, only email.',
    'I own a fourplex and have a two-bedroom open for {rent}. Do you have someone who would be a good fit?',
    'I am a discharge planner at a hospital. We have a patient who leaves on {soon} without a home. What is your intake process?',
    '¿Hablan español? Necesito ayuda con la renta de {rent}, gracias.',
    'Waxaan u baahanahay caawimaad guri. Mahadsanid.',
    'Miigwech for everything you did for my auntie. ❤️',
  ],
}

const documents = ['the birth certificate', 'the Social Security card', 'the state ID', 'the last pay stubs']

const dayName = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Replaces the words in braces, of which {client} is the given name, in a text of that date. */
export function fillIn(text: string, client: string, date: string): string {
  /** A multiple of seven days is no weekend if `date` isn't. */
  const weeks = (min: number, max: number) => () =>
    dayName.format(Date.parse(date) + 7 * faker.number.int({ min, max }) * 24 * 60 * 60 * 1000)
  const dollars = (min: number, max: number) => () => `$${faker.number.int({ min, max, multipleOf: 5 })}`
  const values: Record<string, () => string> = {
    client: () => client,
    landlord: () => `${faker.helpers.arrayElement(['Mr.', 'Ms.'])} ${faker.person.lastName()}`,
    street: () => faker.location.street(),
    document: () => faker.helpers.arrayElement(documents),
    count: () => `${faker.number.int({ min: 2, max: 6 })}`,
    rent: dollars(650, 1545),
    fee: dollars(20, 165),
    earlier: weeks(-2, -1),
    soon: weeks(1, 2),
    later: weeks(3, 6),
  }
  return text.replace(/\{(\w+)\}/g, (word, name: string) => values[name]?.() ?? word)
}
