import type { InlineConfig } from 'vite'

/** What `vite.config.ts` is asked for, part by part; each part is built into a folder of its name. */
export const buildParts = {
  portal: {},
  site: { mode: 'site' },
  renderer: { build: { ssr: 'src/site/prerender.tsx' } },
} as const satisfies Record<string, InlineConfig>

/** What the server reads of a build when it makes the PDF forms and the slide decks: where it lies, and its name there. */
export const copies = {
  'src/server/forms/fonts': 'fonts',
  'src/server/training/deck.css': 'deck.css',
} as const

export const partNames = Object.keys(buildParts) as (keyof typeof buildParts)[]
