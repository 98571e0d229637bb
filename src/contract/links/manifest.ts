import { everyone, type Manifest, superAdminOnly } from '../manifest.ts'

export const linkFeature = {
  permissions: {
    'links:read-resources': { allowed: everyone },
    'links:read-admin': { allowed: superAdminOnly, denied: 'read the links for administrators' },
  },
  audited: {},
} as const satisfies Manifest
