import type { Manifest } from '../manifest.ts'

/** Drafts are the caller's own. The trail says who has seen one about a client, not what was typed. */
export const draftFeature = {
  permissions: {},
  audited: { draft: { actions: { listed: 'Listed their drafts', viewed: 'Read a draft' } } },
} as const satisfies Manifest
