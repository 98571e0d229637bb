import { admins, everyone, type Manifest, moved, refused } from '../manifest.ts'

export const goalFeature = {
  permissions: {
    'goals:read': { allowed: everyone },
    'goals:write': { allowed: everyone },
    'goals:read-versions': { allowed: admins, denied: 'read earlier versions of a goal' },
  },
  audited: {
    goal: {
      label: 'Goal',
      actions: {
        listed: 'Read goals',
        viewed: 'Read a goal',
        added: 'Added a goal',
        edited: 'Edited a goal',
        moved,
        refused,
      },
    },
  },
} as const satisfies Manifest
