import { type Manifest, refused, superAdminOnly } from '../manifest.ts'

export const auditFeature = {
  permissions: {
    'audit:read': { allowed: superAdminOnly, denied: 'read the audit trail' },
    'audit:export': { allowed: superAdminOnly, denied: 'download the audit trail' },
  },
  audited: {
    'audit trail': {
      actions: {
        listed: 'Read the audit trail',
        searched: 'Looked up a person in the audit trail',
        exported: 'Downloaded the audit trail',
      },
    },
    /** A refused call of a feature whose kinds of records have no action `refused`. */
    'other call': { actions: { refused } },
    'session secret': {
      actions: {
        used: 'The server started with its first session secret',
        changed: 'The server started with another session secret',
      },
    },
    'made-up records': { actions: { seeded: 'Added made-up records' } },
  },
} as const satisfies Manifest
