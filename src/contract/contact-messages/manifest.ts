import { type Manifest, refused, superAdminOnly } from '../manifest.ts'

export const contactFeature = {
  permissions: {
    'contact-messages:read': { allowed: superAdminOnly, denied: 'read the contact messages' },
    'contact-messages:delete': { allowed: superAdminOnly, denied: 'delete a message' },
  },
  audited: {
    'contact message': {
      label: 'Message',
      plural: 'Messages',
      actions: {
        received: 'A message arrived',
        listed: 'Read the contact messages',
        viewed: 'Read a message',
        'marked as read': 'Marked a message as read',
        'marked as unread': 'Marked a message as unread',
        deleted: 'Deleted a message',
        restored: 'Restored a message',
        purged: 'Permanently deleted a message',
        exported: 'Downloaded the contact messages',
        'sent notice': 'A notice about a message was sent',
        refused,
      },
    },
  },
} as const satisfies Manifest
