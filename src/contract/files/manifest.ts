import { admins, everyone, type Manifest, moved, refused } from '../manifest.ts'

export const fileFeature = {
  permissions: {
    'files:read': { allowed: everyone },
    'files:write': { allowed: everyone },
    'files:delete': { allowed: admins, denied: 'delete a file' },
  },
  audited: {
    file: {
      label: 'File',
      plural: 'Files',
      actions: {
        listed: 'Read the file list',
        viewed: 'Opened a file',
        added: 'Added a file',
        edited: 'Edited a file',
        moved,
        infected: 'Tried to add a file that contained malware',
        deleted: 'Deleted a file',
        restored: 'Restored a file',
        purged: 'Permanently deleted a file',
        refused,
      },
    },
  },
} as const satisfies Manifest
