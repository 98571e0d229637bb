import { admins, everyone, type Manifest, moved, refused } from '../manifest.ts'

export const homeFeature = {
  permissions: {
    'homes:read': { allowed: everyone },
    'homes:write': { allowed: everyone },
    'homes:read-versions': { allowed: admins, denied: 'read earlier versions of a home' },
    'homes:count': {
      allowed: { 'super-admin': true, admin: true, manager: true, employee: false },
      denied: 'count who moved in and who left',
    },
  },
  audited: {
    home: {
      label: 'Home',
      actions: {
        listed: 'Read homes',
        viewed: 'Read a home',
        added: 'Added a home',
        edited: 'Edited a home',
        moved,
        refused,
      },
    },
    'home summary': {
      label: 'Housing counts',
      actions: { listed: 'Read how many clients moved in and left' },
    },
  },
} as const satisfies Manifest
