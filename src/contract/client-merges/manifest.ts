import { type Manifest, moved, refused, superAdminOnly } from '../manifest.ts'

export const clientMergeFeature = {
  permissions: {
    'clients:merge': { allowed: superAdminOnly, denied: 'merge two records of a client' },
  },
  audited: {
    'client merge': {
      actions: {
        listed: 'Read which records were merged',
        merged: 'Kept what a merge has moved',
        unmerged: 'Marked a merge as undone',
        moved,
        refused,
      },
    },
  },
} as const satisfies Manifest
