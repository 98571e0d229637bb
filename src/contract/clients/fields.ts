import { personFields, type RecordFields } from '../record-field.ts'
import { statusLabels } from './statuses.ts'

/** In the order of the state's county codes. */
const counties = `
  Aitkin, Anoka, Becker, Beltrami, Benton, Big Stone, Blue Earth, Brown, Carlton, Carver, Cass, Chippewa, Chisago, Clay,
  Clearwater, Cook, Cottonwood, Crow Wing, Dakota, Dodge, Douglas, Faribault, Fillmore, Freeborn, Goodhue, Grant, Hennepin,
  Houston, Hubbard, Isanti, Itasca, Jackson, Kanabec, Kandiyohi, Kittson, Koochiching, Lac qui Parle, Lake,
  Lake of the Woods, Le Sueur, Lincoln, Lyon, McLeod, Mahnomen, Marshall, Martin, Meeker, Mille Lacs, Morrison, Mower,
  Murray, Nicollet, Nobles, Norman, Olmsted, Otter Tail, Pennington, Pine, Pipestone, Polk, Pope, Ramsey, Red Lake, Redwood,
  Renville, Rice, Rock, Roseau, St. Louis, Scott, Sherburne, Sibley, Stearns, Steele, Stevens, Swift, Todd, Traverse,
  Wabasha, Wadena, Waseca, Washington, Watonwan, Wilkin, Winona, Wright, Yellow Medicine`

/** 'lac-qui-parle': 'Lac qui Parle' and so on. */
const countyChoices = Object.fromEntries(
  [...counties.trim().split(/,\s+/), 'Tribal nation', 'Outside Minnesota'].map((name) => [
    name.toLowerCase().replace('.', '').replaceAll(' ', '-'),
    name,
  ]),
)

/** The fields of a client, in the order of the form. */
export const clientFields = {
  firstName: {
    ...personFields.firstName,
    headings: ['first', 'given name', 'given', 'forename', 'client first name', 'legal first name'],
    example: 'Hodan',
  },
  lastName: {
    ...personFields.lastName,
    headings: ['last', 'surname', 'family name', 'family', 'client last name', 'legal last name'],
    example: 'Abdi',
  },
  dateOfBirth: {
    ...personFields.birthDate,
    headings: ['dob', 'birth date', 'birthday', 'born', 'date of birth (dob)'],
    description: 'Calendar date, YYYY-MM-DD, from 1900-01-01 up to today',
    example: '1990-04-12',
  },
  phone: {
    kind: 'phone',
    label: 'Phone',
    required: 'Enter a valid phone number',
    digits: [10, 15],
    hint: '10 to 15 digits. Spaces and dashes are fine.',
    group: 'contact',
    headings: [
      'phone number',
      'telephone',
      'telephone number',
      'tel',
      'mobile',
      'mobile phone',
      'cell',
      'cell phone',
    ],
    description: '10 to 15 digits',
    example: '6125550142',
  },
  email: {
    ...personFields.email,
    headings: ['e-mail', 'email address', 'e-mail address', 'mail'],
    example: 'hodan.abdi@example.org',
  },
  address: {
    ...personFields.address,
    hint: 'Write "No fixed address" if there is none, or the Safe at Home address.',
    headings: ['home address', 'mailing address'],
    description: 'Postal address, or “No fixed address”',
    example: '1200 Nicollet Ave, Minneapolis, MN 55403',
  },
  status: {
    kind: 'choice',
    label: 'Status',
    required: 'Status is required',
    choices: statusLabels,
    group: 'support',
    headings: ['client status'],
  },
  service: {
    kind: 'choice',
    label: 'Service',
    required: 'Service is required',
    // Stored as written here.
    choices: {
      Consultant: 'Consultant',
      'Transition & Sustaining': 'Transition & Sustaining',
      'Housing Transition': 'Housing Transition',
      'Housing Sustaining': 'Housing Sustaining',
    },
    group: 'support',
    headings: ['services', 'program', 'programme', 'service type'],
    description: 'The service that the client is enrolled in',
    example: 'Housing Transition',
  },
  assignedTo: {
    kind: 'employee',
    label: 'Worker',
    headings: [
      'assigned worker',
      'case worker',
      'caseworker',
      'case manager',
      'assigned to',
      'assigned user',
    ],
    description: 'Id of the employee who is responsible for the client',
    example: '0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42',
  },
  pmi: {
    kind: 'digits',
    label: 'PMI',
    digits: [8, 8],
    hint: 'The 8-digit member number on the Minnesota Health Care Programs card.',
    group: 'more',
    headings: [
      'pmi number',
      'person master index',
      'mhcp id',
      'mhcp id number',
      'mhcp number',
      'mhcp member number',
      'recipient id',
    ],
    description: 'The state’s number for the person (Person Master Index), 8 digits with leading zeros',
    example: '01234567',
  },
  county: {
    kind: 'choice',
    label: 'County',
    choices: countyChoices,
    group: 'more',
    headings: ['county of financial responsibility', 'cfr', 'county of residence'],
    description: 'A county of Minnesota, a Tribal nation, or outside Minnesota',
    example: 'lac-qui-parle',
  },
  preferredName: {
    kind: 'line',
    label: 'Preferred name',
    max: 100,
    dir: 'auto',
    group: 'more',
    headings: ['nickname', 'goes by', 'chosen name'],
    description: 'What the person wants to be called',
    example: 'Hodi',
  },
  preferredLanguage: {
    kind: 'line',
    label: 'Preferred language',
    max: 60,
    dir: 'auto',
    group: 'more',
    headings: ['language', 'primary language', 'spoken language'],
    example: 'Somali',
  },
  interpreter: {
    kind: 'yes-no',
    label: 'Needs an interpreter',
    group: 'more',
    headings: ['interpreter', 'interpreter needed'],
  },
  mayText: { kind: 'yes-no', label: 'OK to text', group: 'more', headings: ['okay to text', 'may text'] },
  mayLeaveVoicemail: {
    kind: 'yes-no',
    label: 'OK to leave a message',
    group: 'more',
    headings: ['okay to leave a message', 'may leave voicemail', 'safe to leave a message'],
  },
  mayEmail: {
    kind: 'yes-no',
    label: 'OK to email',
    group: 'more',
    headings: ['okay to email', 'may email'],
  },
  safeAtHome: {
    kind: 'yes-no',
    label: 'Safe at Home participant',
    hint: 'Minnesota’s address confidentiality program. Use only the designated address.',
    group: 'more',
    headings: ['safe at home'],
    description: 'Whether the person takes part in Safe at Home, the state’s address confidentiality program',
  },
  alert: {
    kind: 'line',
    label: 'Before making contact',
    hint: 'What everyone should know before they call, write or visit.',
    max: 300,
    dir: 'auto',
    group: 'more',
    wide: true,
    headings: ['alert', 'safety note'],
    description: 'What everyone should know before making contact',
    example: 'Call after 4 pm; ask for Hodi.',
  },
} as const satisfies RecordFields

/** Optional facts about a status change, which the status history keeps. */
export const statusChangeFields = {
  statusOn: {
    kind: 'date',
    label: 'Discharge date',
    inFuture: "The date can't be in the future",
    description: 'The day on which the status began',
    example: '2026-03-05',
  },
  statusReason: {
    kind: 'line',
    label: 'Reason',
    max: 300,
    dir: 'auto',
    description: 'Why the status changed',
    example: 'Moved in with family.',
  },
} as const satisfies RecordFields
