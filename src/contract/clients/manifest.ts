import { everyone, type Manifest, refused, superAdminOnly } from '../manifest.ts'

export const clientFeature = {
  permissions: {
    'clients:read': { allowed: everyone },
    'clients:add': { allowed: everyone },
    'clients:edit': { allowed: everyone },
    /** An employee may still take an unassigned client or give up their own: `mayAssign` in rules.ts. */
    'clients:assign': {
      allowed: { 'super-admin': true, admin: true, manager: true, employee: false },
      denied: 'assign a client',
    },
    'clients:delete': { allowed: superAdminOnly, denied: 'delete a client' },
    'clients:import': { allowed: superAdminOnly, denied: 'import clients' },
    'clients:export': { allowed: superAdminOnly, denied: 'download clients' },
  },
  audited: {
    client: {
      label: 'Client',
      plural: 'Clients',
      actions: {
        added: 'Added a client',
        viewed: 'Opened a client',
        printed: 'Printed a client',
        edited: 'Edited a client',
        deleted: 'Deleted a client',
        restored: 'Restored a client',
        merged: 'Merged a client with another record',
        unmerged: 'Undid a merge',
        purged: 'Permanently deleted a client',
        refused,
      },
    },
    'client import': {
      label: 'Import',
      actions: { imported: 'Imported clients', undone: 'Undid an import of clients' },
    },
    'client list': { actions: { listed: 'Read the client list', exported: 'Downloaded clients' } },
  },
} as const satisfies Manifest
