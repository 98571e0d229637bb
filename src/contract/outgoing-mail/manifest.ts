import { type Manifest, refused, superAdminOnly } from '../manifest.ts'

export const outgoingMailFeature = {
  permissions: {
    'outgoing-mail:read': { allowed: superAdminOnly, denied: 'read the list of unsent email' },
    'outgoing-mail:resend': { allowed: superAdminOnly, denied: 'resend an email' },
  },
  audited: {
    'outgoing mail': {
      label: 'Email',
      actions: { listed: 'Read the list of unsent email', 'sent again': 'Resent an email', refused },
    },
  },
} as const satisfies Manifest
