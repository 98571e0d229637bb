import { type Manifest, superAdminOnly } from '../manifest.ts'

export const recordPacketFeature = {
  permissions: {
    'packets:make': { allowed: superAdminOnly, denied: 'make a record packet' },
    'disclosures:read': { allowed: superAdminOnly, denied: 'read the disclosures' },
  },
  audited: {
    'record packet': {
      actions: {
        exported: 'Made a record packet',
        listed: 'Read the disclosures',
        moved: 'Moved a disclosure to another client record',
      },
    },
  },
} as const satisfies Manifest
