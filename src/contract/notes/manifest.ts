import { admins, everyone, type Manifest, moved, refused, superAdminOnly } from '../manifest.ts'

export const noteFeature = {
  permissions: {
    'notes:read': { allowed: everyone },
    'notes:add': { allowed: everyone },
    /** The age of the note is checked, too: `mayChangeNote` in rules.ts. */
    'notes:change': {
      allowed: { 'super-admin': true, admin: true, manager: true, employee: false },
      denied: 'change a note',
    },
    /** Only one's own notes: the route checks that. */
    'notes:sign': { allowed: everyone, denied: 'sign a note' },
    /** Never one's own notes: the route checks that. */
    'notes:review': {
      allowed: { 'super-admin': true, admin: true, manager: true, employee: false },
      denied: 'review a note',
    },
    /** The report as a PDF or on paper: only the admin area has it. */
    'notes:export': { allowed: superAdminOnly, denied: 'make a notes report' },
    'notes:read-versions': { allowed: admins, denied: 'read earlier versions of a note' },
  },
  audited: {
    note: {
      label: 'Note',
      plural: 'Notes',
      actions: {
        listed: 'Read a client’s notes',
        viewed: 'Read a note',
        added: 'Wrote a note',
        edited: 'Edited a note',
        signed: 'Signed a note',
        reviewed: 'Reviewed a note',
        moved,
        deleted: 'Deleted a note',
        restored: 'Restored a note',
        purged: 'Permanently deleted a note',
        exported: 'Downloaded a notes report',
        printed: 'Printed a notes report',
        refused,
      },
    },
  },
} as const satisfies Manifest
