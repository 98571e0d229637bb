import { admins, everyone, type Manifest, moved, refused } from '../manifest.ts'

export const authorizationFeature = {
  permissions: {
    'authorizations:read': { allowed: everyone },
    'authorizations:write': {
      allowed: { 'super-admin': true, admin: true, manager: true, employee: false },
      denied: 'add or edit an authorization',
    },
    'authorizations:read-versions': {
      allowed: admins,
      denied: 'read earlier versions of an authorization',
    },
  },
  audited: {
    authorization: {
      label: 'Authorization',
      actions: {
        listed: 'Read authorizations',
        viewed: 'Read an authorization',
        added: 'Added an authorization',
        edited: 'Edited an authorization',
        moved,
        refused,
      },
    },
  },
} as const satisfies Manifest
