/** §9: the services that a client can be enrolled in; one choice, stored as written here. */
export const clientServices = [
  'Consultant',
  'Transition & Sustaining',
  'Housing Transition',
  'Housing Sustaining',
] as const
