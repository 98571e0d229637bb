import { type Manifest, superAdminOnly } from '../manifest.ts'

export const healthFeature = {
  permissions: { 'backups:read': { allowed: superAdminOnly, denied: 'read the state of the backups' } },
  audited: {
    backup: {
      actions: {
        made: 'Made a backup',
        restored: 'Restored a backup',
        'restored unverified': 'Restored a backup whose origin was not checked',
      },
    },
  },
} as const satisfies Manifest
