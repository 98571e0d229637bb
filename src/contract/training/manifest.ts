import { everyone, type Manifest, superAdminOnly } from '../manifest.ts'

export const trainingFeature = {
  permissions: {
    'training:employee': { allowed: everyone },
    'training:admin': { allowed: superAdminOnly, denied: 'use the administrative training' },
    'training:read-records': { allowed: superAdminOnly, denied: 'read the training records' },
  },
  audited: {
    'training deck': {
      actions: {
        'marked as done': 'Marked a training deck as done',
        'marked as not done': 'Marked a training deck as not done',
      },
    },
    'training record': { actions: { listed: 'Read the training records' } },
  },
} as const satisfies Manifest
