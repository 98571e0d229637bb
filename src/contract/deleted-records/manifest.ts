import { type Manifest, refused, superAdminOnly } from '../manifest.ts'

export const deletedRecordFeature = {
  permissions: {
    'deleted-records:read': { allowed: superAdminOnly, denied: 'read the list of deleted records' },
    'deleted-records:restore': { allowed: superAdminOnly, denied: 'restore a deleted record' },
  },
  audited: {
    'deleted record': { actions: { listed: 'Read the list of deleted records', refused } },
  },
} as const satisfies Manifest
