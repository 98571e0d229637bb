import { admins, everyone, type Manifest, refused } from '../manifest.ts'

export const paperFeature = {
  permissions: {
    'papers:read': { allowed: everyone },
    'papers:write': { allowed: everyone },
    'papers:revoke': { allowed: admins, denied: 'revoke a paper' },
  },
  audited: {
    paper: {
      label: 'Paper',
      actions: {
        listed: 'Read papers',
        viewed: 'Read a paper',
        added: 'Entered a paper',
        edited: 'Edited a paper',
        revoked: 'Revoked a paper',
        refused,
      },
    },
  },
} as const satisfies Manifest
