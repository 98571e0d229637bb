export interface NoteTopic {
  /** Only for clients who look for a home, or who have one. */
  for?: 'looking' | 'housed'
  openings: readonly string[]
  details: readonly string[]
  /** Last sentences, about what comes next. */
  plans: readonly string[]
}

/** For the first days after a client was added. */
export const intake: NoteTopic = {
  openings: [
    'Intake with {client}, {duration}.',
    'Referral from {county} County. Called {client} the same day.',
  ],
  details: [
    'Explained the privacy notice and who can see the record; signed.',
    'Came to {city} {count} months ago and has stayed with {relative} since.',
    'Most urgent: a safe place to sleep and {document}.',
    'Lost the last apartment over {barrier}.',
  ],
  plans: ['Next meeting on {soon} at {hour}.', 'Housing plan to be written by {deadline}.'],
}

/** Topics of weekly notes. A text must not refer to another one; a placeholder has the same value all over a note. */
export const topics: readonly NoteTopic[] = [
  {
    for: 'looking',
    openings: [
      'Housing search with {client}: called {count} landlords in {city}.',
      'Filled out the rental application for {building} with {client}.',
      'Went to the showing at {building} with {client}.',
      'Voucher paperwork with {client} today, {duration}.',
      'Visited {client} at the shelter.',
    ],
    details: [
      '{building} has an opening in {month}, {rent} with heat included.',
      'Most landlords want a credit score above 600; we practiced how to talk about {barrier}.',
      'Application fee of {fee} paid from the moving funds, receipt on file.',
      '{landlord} is willing to look at the whole story and not only the background check.',
      'The voucher runs out on {deadline}; an extension has to be asked for in writing.',
      'Bags are kept in a locker downtown, mail comes to our office.',
      '{client} was nervous at first and did great. 🙂',
    ],
    plans: [
      'Showing at {building} on {soon} at {hour}.',
      '{client} brings {document} on {soon}.',
      'I call {landlord} again if there is no answer by {deadline}.',
      'We widen the search to the suburbs along the bus line.',
    ],
  },
  {
    for: 'housed',
    openings: [
      'Home visit with {client}, {duration}.',
      '{landlord} called about {client}: rent for {month} not in yet.',
      'Met {landlord} and {client} at {building} about {repair}.',
      'Budget session with {client}, {duration}.',
      'Recertification packet for {building} is due on {deadline}.',
    ],
    details: [
      'Apartment was tidy, smoke alarm works, windows are drafty.',
      'Work order for {repair} was put in on {past} and nobody came.',
      'Income {income}, rent {rent}, leaves very little for food in the last week.',
      'Payment plan of {fee} a month on top of the rent, agreed by both sides.',
      'We have {document}; the signature page is still missing.',
      'Explained that a tenant can ask for repairs in writing and should keep a copy.',
      '{client} knows two neighbors by name now.',
    ],
    plans: [
      'Next visit on {soon} at {hour}.',
      'If {repair} is not fixed by {deadline}, we ask the city for an inspection.',
      'Hand in the forms at the office by {soon}.',
      'I bring {item} from the donation room.',
    ],
  },
  {
    openings: [
      'Weekly check-in with {client} {place}.',
      'Went to {county} County with {client} about {benefit}.',
      '{client} missed the appointment at {hour}. Called, straight to voicemail.',
      'Worked on documents with {client} {place}.',
      'Hard week for {client}. Updated the safety plan, {duration}.',
    ],
    details: [
      'Waited on hold for {duration}, got through in the end.',
      '{benefit} starts on the 1st, about {fee} a month.',
      'Ordered {document}, takes two to three weeks.',
      'People to call first: {relative}, then me, then 988.',
      '{relative} says {client} is fine and working extra shifts.',
      'Job interview on {past} went well: first bus is at 5:20, that is early.',
      'Goals reviewed: {count} reached, one changed.',
    ],
    plans: [
      'Next check-in on {soon}.',
      'Upload {document} by {soon}.',
      'If there is no contact by {deadline}, a letter goes out.',
      'I call tomorrow morning.',
    ],
  },
]

/** Whole notes, written in a hurry. */
export const briefNotes: readonly string[] = [
  'LVM for {client}.',
  'Called {client}, no answer. Try again {soon}.',
  'Faxed {document} to {county} County.',
  'Dropped off {item} at {building}.',
  'Phone call w/ {client}, {duration}. All good.',
  'Rent for {month} confirmed paid by {landlord}.',
]

/** Values for `{landlord}`, `{document}` … */
export const phrases: Readonly<Record<string, readonly string[]>> = {
  landlord: [
    'Ms. Thao',
    'Mr. Halvorson',
    'Mr. Osman',
    'Mrs. Lindqvist',
    'Ms. Ramírez',
    'Mr. O’Brien',
    'the property manager',
    'the leasing office',
  ],
  building: [
    'Cedar Commons',
    'Lakeview Terrace',
    'Riverbend Apartments',
    'Northgate Manor',
    'The Birches',
    'Pine Ridge Townhomes',
    'Oak Grove',
    'Heritage Row',
  ],
  document: [
    'the birth certificate',
    'the Social Security card',
    'the state ID',
    'the last three pay stubs',
    'a bank statement',
    'the award letter',
    'a letter from the doctor',
    'a tribal ID',
  ],
  barrier: [
    'an old eviction',
    'the credit score',
    'a gap in rental history',
    'an unpaid electric bill',
    'too little income',
    'a missing reference',
  ],
  repair: [
    'the leak under the sink',
    'the heat in the bedroom',
    'the lock of the front door',
    'the mold around the window',
    'mice in the kitchen',
    'the stove burner',
  ],
  relative: [
    'a cousin',
    'the oldest daughter',
    'a brother',
    'the grandmother',
    'a friend from church',
    'an aunt',
    'a neighbor',
    'an elder',
  ],
  item: [
    'a twin bed',
    'a kitchen table',
    'a winter coat',
    'pots and pans',
    'a crib',
    'a microwave',
    'blankets',
    'a shower chair',
  ],
  place: [
    'at the office',
    'at the library',
    'at the drop-in center',
    'by video',
    'at the clinic',
    'at the food shelf',
  ],
  benefit: [
    'SNAP',
    'Housing Support',
    'emergency assistance',
    'General Assistance',
    'energy assistance',
    'Medical Assistance',
  ],
  duration: ['20 minutes', '30 minutes', '45 minutes', 'an hour', '1½ hours'],
  count: ['two', 'three', 'four', 'five', 'six'],
  hour: ['9:00', '9:30', '10:15', '11:00', '1:30', '2:00', '3:45'],
}

/** Sentences that an edit added to a note. */
export const additions = [
  'Correction: the date above was wrong, it is a day later.',
  'Update: settled by phone the next morning.',
  'Added after review: release of information is on file.',
  'Corrected the amount, it was a typo.',
]
