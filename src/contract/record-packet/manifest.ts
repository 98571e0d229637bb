import { type Manifest, moved, superAdminOnly } from '../manifest.ts'

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
        moved,
      },
    },
  },
} as const satisfies Manifest
