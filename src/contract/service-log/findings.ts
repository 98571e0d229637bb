/** The labels of findings: hints, not judgments. */
export const findingLabels = {
  unsigned: 'Not signed',
  'missing-facts': 'Date, duration or contact missing',
  late: 'Written more than 7 days after the service',
  overlap: 'Times overlap',
  'long-day': 'More than 16 hours in one day',
  'same-text': 'Same text as another note',
  'no-goal': 'No goal named',
  'not-authorized': 'Not covered by an authorization',
} as const

/** Days for which the numbers by worker count unsigned notes: since the service or, without a date, since they were written. */
export const unsignedDays = 30

export type Finding = keyof typeof findingLabels
