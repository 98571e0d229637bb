/** What stands at the fields for a first and a last day. */
export const dayWording = {
  from: 'From',
  to: 'To',
  endsBeforeItBegins: 'The last day is before the first.',
} as const
