import type { Manifest } from '../manifest.ts'

/** Drafts are the caller's own. The trail says who has read one about a client, not what was typed. */
export const draftFeature = {
  permissions: {},
  audited: { draft: { actions: { viewed: 'Read a draft' } } },
} as const satisfies Manifest
