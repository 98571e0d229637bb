import { type Manifest, superAdminOnly } from '../manifest.ts'

export const serviceLogFeature = {
  permissions: {
    'service-log:read': {
      allowed: { 'super-admin': true, admin: true, manager: true, employee: false },
      denied: 'read the service log',
    },
    'service-log:export': {
      allowed: superAdminOnly,
      denied: 'download the service log',
    },
  },
  audited: {
    'service log': {
      label: 'Service log',
      actions: {
        listed: 'Read the service log',
        exported: 'Downloaded the service log',
      },
    },
    'service totals': {
      label: 'Service totals',
      actions: {
        listed: 'Read totals of services',
        exported: 'Downloaded totals of services',
      },
    },
  },
} as const satisfies Manifest
