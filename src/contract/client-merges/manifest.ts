import { type Manifest, moved, refused, superAdminOnly } from '../manifest.ts'

export const clientMergeFeature = {
  permissions: {
    'clients:merge': { allowed: superAdminOnly, denied: 'merge two records of a client' },
  },
  audited: {
    'client merge': {
      actions: {
        listed: 'Read the merges of a client',
        merged: 'Stored a merge',
        unmerged: 'Undid a merge',
        moved,
        refused,
      },
    },
  },
} as const satisfies Manifest
