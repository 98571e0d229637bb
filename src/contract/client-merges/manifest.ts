import { type Manifest, refused, superAdminOnly } from '../manifest.ts'

export const clientMergeFeature = {
  permissions: {
    'clients:merge': { allowed: superAdminOnly, denied: 'merge two records of a client' },
  },
  audited: {
    'client merge': { actions: { listed: 'Read which records were merged', refused } },
  },
} as const satisfies Manifest
