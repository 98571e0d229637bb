import { admins, everyone, type Manifest, moved, refused } from '../manifest.ts'

export const peopleFeature = {
  permissions: {
    'people:read': { allowed: everyone },
    'people:write': { allowed: everyone },
    'people:read-versions': {
      allowed: admins,
      denied: 'read earlier versions of a person in a client’s life',
    },
  },
  audited: {
    person: {
      label: 'Person',
      actions: {
        listed: 'Read the people in a client’s life',
        viewed: 'Read a person in a client’s life',
        added: 'Added a person in a client’s life',
        edited: 'Edited a person in a client’s life',
        moved,
        refused,
      },
    },
  },
} as const satisfies Manifest
