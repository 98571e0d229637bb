import { admins, everyone, type Manifest, moved, refused } from '../manifest.ts'

export const paperFeature = {
  permissions: {
    'papers:read': { allowed: everyone },
    'papers:write': { allowed: everyone },
    'papers:revoke': { allowed: admins, denied: 'revoke a signed document' },
    'papers:read-versions': { allowed: admins, denied: 'read earlier versions of a signed document' },
  },
  audited: {
    paper: {
      label: 'Signed document',
      actions: {
        listed: 'Read signed documents',
        viewed: 'Read a signed document',
        added: 'Added a signed document',
        edited: 'Edited a signed document',
        revoked: 'Revoked a signed document',
        moved,
        refused,
      },
    },
  },
} as const satisfies Manifest
