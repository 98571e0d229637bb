import type { InlineConfig } from 'vite'

/** What `vite.config.ts` is asked for, part by part; each part is built into a folder of its name. */
export const buildParts = {
  portal: {},
  site: { mode: 'site' },
  renderer: { build: { ssr: 'src/site/prerender.tsx' } },
  'api-docs': { build: { ssr: 'src/site/api-docs/prerender.tsx' } },
} as const satisfies Record<string, InlineConfig>

export const partNames = Object.keys(buildParts) as (keyof typeof buildParts)[]
