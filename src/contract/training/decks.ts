/** The slide decks of the two training screens, in the order in which they are shown. */
export const decksOfTraining = {
  admin: [
    'client-data-privacy',
    'weekly-notes',
    'using-the-portal',
    'reports-and-exports',
    'crisis-and-reporting',
    'admin-oversight',
  ],
  employee: ['first-week'],
} as const

export type TrainingName = keyof typeof decksOfTraining

export const deckKeys = [...decksOfTraining.admin, ...decksOfTraining.employee] as const

export type DeckKey = (typeof deckKeys)[number]

/** Where our own decks are served, for an iframe of the same origin. */
export const deckPath = (deck: DeckKey) => `/training/${deck}`

export function trainingOf(deck: DeckKey): TrainingName {
  const adminDecks: readonly DeckKey[] = decksOfTraining.admin
  return adminDecks.includes(deck) ? 'admin' : 'employee'
}
