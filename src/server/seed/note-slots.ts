import type { Chance } from './chance.ts'
import { cities, noFixedAddress } from './words/places.ts'
import * as choices from './words/slot-words.ts'

/** What a note's text may speak of. */
export interface NoteScene {
  firstName: string
  address: string
  /** The day of the note: midnight UTC of its date. */
  day: Date
}

type Slot = (scene: NoteScene, chance: Chance, filled: Filled) => string
/** What has been filled in so far: the same all over a note. */
type Filled = Map<string, string>

const slots: Record<string, Slot> = {
  client: ({ firstName }, chance) => (chance.happens(0.85) ? firstName : 'the client'),
  Client: (scene, chance, filled) => capitalized(fill('{client}', scene, chance, filled)),
  landlord: (_, chance) => chance.pick(choices.landlords),
  building: (_, chance) => chance.pick(choices.buildings),
  building2: (_, chance, filled) => another(choices.buildings, filled.get('building'), chance),
  street: ({ address }, chance) => chance.pick(cityOf(address, chance).streets),
  city: ({ address }, chance, filled) => cityOf(address, chance, filled).name,
  county: ({ address }, chance, filled) => cityOf(address, chance, filled).county,
  document: (_, chance) => chance.pick(choices.documents),
  otherDocument: (_, chance, filled) => another(choices.documents, filled.get('document'), chance),
  barrier: (_, chance) => chance.pick(choices.barriers),
  repair: (_, chance) => chance.pick(choices.repairs),
  complaint: (_, chance) => chance.pick(choices.complaints),
  relative: (_, chance) => chance.pick(choices.relatives),
  item: (_, chance) => chance.pick(choices.items),
  item2: (_, chance, filled) => another(choices.items, filled.get('item'), chance),
  place: (_, chance) => chance.pick(choices.places),
  benefit: (_, chance) => chance.pick(choices.benefits),
  job: (_, chance) => chance.pick(choices.jobs),
  rent: (_, chance) => dollars(650 + 5 * chance.below(180)),
  share: (_, chance) => dollars(60 + 5 * chance.below(70)),
  fee: (_, chance) => dollars(20 + 5 * chance.below(9)),
  income: (_, chance) => dollars(794 + chance.below(1400)),
  arrears: (_, chance) => dollars(180 + chance.below(2400)),
  wage: (_, chance) => `$${15 + chance.below(8)}.${chance.pick(['00', '25', '50', '75'])}`,
  minutes: (_, chance) =>
    chance.pick(['20 min', '30 min', '45 min', 'an hour', '1½ hours', '50 minutes', 'half an hour']),
  wait: (_, chance) => String(15 + 5 * chance.below(12)),
  count: (_, chance) => chance.pick(['two', 'three', 'four', 'five', 'six', 'seven']),
  time: (_, chance) => `${chance.pick([9, 10, 11, 12, 1, 2, 3])}:${chance.pick(['00', '15', '30', '45'])}`,
  soon: ({ day }, chance) => shortDay(onWorkday(day, 1 + chance.below(10))),
  past: ({ day }, chance) => shortDay(onWorkday(day, -9 + chance.below(7))),
  deadline: ({ day }, chance) => shortDay(onWorkday(day, 14 + chance.below(30))),
  month: ({ day }) => monthName(day, 1),
  lastMonth: ({ day }) => monthName(day, -1),
}

/** Fills the gaps of a text; at the start of a sentence whatever stands there begins with a capital letter. */
export function fill(text: string, scene: NoteScene, chance: Chance, filled: Filled): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string, place: number) => {
    const word = filled.get(name) ?? slots[name]?.(scene, chance, filled) ?? gap
    filled.set(name, word)
    return place === 0 || /[.!?]\s+$/.test(text.slice(Math.max(0, place - 3), place))
      ? capitalized(word)
      : word
  })
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function another(list: readonly string[], first: string | undefined, chance: Chance): string {
  const rest = list.filter((word) => word !== first)
  return chance.pick(rest)
}

/** Where the client lives; those who live nowhere are looked after in one place all over the note. */
function cityOf(address: string, chance: Chance, filled: Filled = new Map()) {
  const name = /(?:, |in )([^,()]+)(?:, MN|\))/.exec(address)?.[1] ?? filled.get('city')
  return (
    cities.find((city) => city.name === name) ??
    (address === noFixedAddress ? cities[0] : undefined) ??
    chance.pick(cities)
  )
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

const oneDay = 24 * 60 * 60 * 1000
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** So many days from `day`, on the Monday after it where that is a weekend; before `day` on the Friday before. */
function onWorkday(day: Date, days: number): Date {
  const date = new Date(day.getTime() + days * oneDay)
  const weekday = date.getUTCDay()
  const shift = weekday === 6 ? (days > 0 ? 2 : -1) : weekday === 0 ? (days > 0 ? 1 : -2) : 0
  return new Date(date.getTime() + shift * oneDay)
}

function shortDay(date: Date): string {
  return `${weekdays[date.getUTCDay()]} ${date.getUTCMonth() + 1}/${date.getUTCDate()}`
}

function monthName(day: Date, ahead: number): string {
  return months[(day.getUTCMonth() + 12 + ahead) % 12] ?? ''
}
