import { admins, everyone, type Manifest, refused } from '../manifest.ts'

export const paperFeature = {
  permissions: {
    'papers:read': { allowed: everyone },
    'papers:write': { allowed: everyone },
    'papers:revoke': { allowed: admins, denied: 'revoke a document' },
    'papers:read-versions': { allowed: admins, denied: 'read earlier versions of a document' },
  },
  audited: {
    paper: {
      label: 'Document',
      actions: {
        listed: 'Read papers',
        viewed: 'Read a document',
        added: 'Entered a document',
        edited: 'Edited a document',
        revoked: 'Revoked a document',
        refused,
      },
    },
  },
} as const satisfies Manifest
