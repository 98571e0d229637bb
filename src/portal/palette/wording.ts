import { type Counted, plural, pluralOf } from '#portal/screen/plural.ts'

/** Apple's keyboards have a key of their own for shortcuts. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

export const shortcut = isApple
  ? { shown: '⌘K', aria: 'Meta+K', isPressed: ({ metaKey, ctrlKey }: KeyboardEvent) => metaKey && !ctrlKey }
  : {
      shown: 'Ctrl+K',
      aria: 'Control+K',
      isPressed: ({ metaKey, ctrlKey }: KeyboardEvent) => ctrlKey && !metaKey,
    }

/** What the palette says. */
export const paletteWording = {
  open: 'Search',
  openTitle: `Search (${shortcut.shown})`,
  notOpened: 'The search could not be opened. Check your connection and try again.',
  title: 'Search',
  label: 'Search clients, screens and actions',
  hint: 'A client’s name, phone number or birth date, or the name of a screen',
  list: 'Results',
  groups: { clients: 'Clients', screens: 'Screens', actions: 'Actions' },
  born: (day: string) => `Born ${day}`,
  keys: '↑ ↓ to choose, Enter to open, Esc to close',
  searching: 'Searching…',
  failed: 'Clients could not be searched.',
  nothing: 'Nothing found. Try a shorter part of the name.',
  /** Screens and actions are few and shown whole. */
  found: (clients: Counted, shown: number, others: number) => {
    const isCut = clients.total > shown
    const found = `${pluralOf(clients, 'client', 'clients')}${isCut ? ` (the first ${shown} are shown)` : ''}`
    const rest = plural(others, 'screen or action', 'screens and actions')
    const counts = [...(clients.total > 0 ? [found] : []), ...(others > 0 ? [rest] : [])].join(', ')
    return isCut ? `${counts}. Type more to narrow them down.` : `${counts}.`
  },
} as const
