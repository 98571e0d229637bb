import type { Manifest } from '../manifest.ts'

/** What everyone may do with drafts of their own is part of the session. */
export const draftFeature = {
  permissions: {},
  audited: {},
} as const satisfies Manifest
