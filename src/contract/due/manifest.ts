import { everyone, type Manifest, refused } from '../manifest.ts'

/** What comes within this many days is pointed out. */
export const daysBeforeDue = 30

export const dueFeature = {
  permissions: {
    'due:read': { allowed: everyone },
    'due:read-all': {
      allowed: { 'super-admin': true, admin: true, manager: true, employee: false },
      denied: 'see what is due for everyone’s clients',
    },
  },
  audited: {
    due: { actions: { listed: 'Read what is due', refused } },
  },
} as const satisfies Manifest
