/** Whole notes of people in a hurry. */
export const briefNotes: readonly string[] = [
  'LVM for {client}.',
  'LVM for {landlord} re: {repair}. Waiting for a call back.',
  'Called {client}, no answer. Try again {soon}.',
  'Texted {client} the address for {soon}, {time}.',
  'Faxed {document} to {county} County.',
  'Rent for {month} confirmed paid by {landlord}.',
  'Dropped off {item} at {building}.',
  '{Client} confirmed for {soon} {time}.',
  'Received {document}, scanned to file.',
  'Emailed {landlord} about {repair}.',
  'Phone call w/ {client}, {minutes}. All good.',
  'Bus card given to {client} ({fee}).',
  'No contact this week, {count} attempts.',
  'Waitlist at {building}: {client} is number {count}.',
  'Consent renewed by {client}, valid for one year.',
]
