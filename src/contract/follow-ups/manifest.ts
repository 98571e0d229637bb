import { admins, everyone, type Manifest, moved, refused } from '../manifest.ts'

export const followUpFeature = {
  permissions: {
    'follow-ups:read': { allowed: everyone },
    'follow-ups:write': { allowed: everyone },
    'follow-ups:read-versions': { allowed: admins, denied: 'read earlier versions of a follow-up' },
  },
  audited: {
    'follow-up': {
      label: 'Follow-up',
      actions: {
        listed: 'Read follow-ups',
        viewed: 'Read a follow-up',
        added: 'Added a follow-up',
        edited: 'Edited a follow-up',
        done: 'Marked a follow-up as done',
        reopened: 'Reopened a follow-up',
        moved,
        refused,
      },
    },
  },
} as const satisfies Manifest
