import { everyone, type Manifest } from '../manifest.ts'

export const followUpFeature = {
  permissions: {
    'follow-ups:read': { allowed: everyone },
    'follow-ups:write': { allowed: everyone },
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
      },
    },
  },
} as const satisfies Manifest
