/** Labels and errors of the fields for a first and a last day. */
export const dayWording = {
  from: 'From',
  to: 'To',
  endsBeforeItBegins: 'The end date is before the start date.',
} as const
