/** What the first super-admin is called until somebody fills in who it is (decision 47). Nobody is greeted by it. */
export const placeholderName = { first_name: 'Super', last_name: 'Admin' } as const

export const isPlaceholder = (person: { first_name: string; last_name: string }): boolean =>
  person.first_name === placeholderName.first_name && person.last_name === placeholderName.last_name
