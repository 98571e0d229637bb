/**
 * What a column of the spreadsheet can hold, in the words that people type after `--map`; and other headings for the
 * same, compared by `folded`.
 */
const otherHeadings = {
  'first name': ['first', 'given name', 'given', 'forename', 'client first name', 'legal first name'],
  'last name': ['last', 'surname', 'family name', 'family', 'client last name', 'legal last name'],
  name: ['client', 'client name', 'full name', 'name of client'],
  'date of birth': ['dob', 'birth date', 'birthday', 'born', 'date of birth (dob)'],
  phone: [
    'phone number',
    'telephone',
    'telephone number',
    'tel',
    'mobile',
    'mobile phone',
    'cell',
    'cell phone',
  ],
  email: ['e-mail', 'email address', 'e-mail address', 'mail'],
  address: ['street address', 'street', 'address 1', 'address line 1', 'home address', 'mailing address'],
  'address line 2': ['address 2', 'apt', 'apartment', 'unit'],
  city: ['town'],
  state: [],
  zip: ['zip code', 'postal code', 'postcode'],
  status: ['client status'],
  service: ['services', 'program', 'programme', 'service type'],
} as const satisfies Record<string, readonly string[]>

export type ImportField = keyof typeof otherHeadings

export const importFields = Object.keys(otherHeadings) as ImportField[]

/** Blind to case, accents, spaces and punctuation: 'Date_of Birth' → 'dateofbirth'. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const fieldOfHeading = new Map(
  importFields.flatMap((field) =>
    [field, ...otherHeadings[field]].map((heading) => [folded(heading), field] as const),
  ),
)

/** The field that a heading, or a word after `--map`, speaks of. */
export function fieldCalled(heading: string): ImportField | undefined {
  return fieldOfHeading.get(folded(heading))
}
