import type { RestrictedPermission } from '#contract/access/permissions.ts'
import type { AuditActions, AuditedKind } from '#contract/audit/actions.ts'
import type { TrailRow } from '#contract/audit/endpoints.ts'
import { plural } from '#portal/screen/plural.ts'

/** What it was follows. */
const refused = 'Was refused'

const deeds: { [Kind in AuditedKind]: Record<AuditActions[Kind], string> } = {
  client: {
    added: 'Added a client',
    viewed: 'Opened a client',
    edited: 'Edited a client',
    deleted: 'Deleted a client',
    restored: 'Brought a client back',
    purged: 'Removed a client for good',
    refused,
  },
  'client list': { listed: 'Read the client list' },
  note: {
    listed: 'Read the notes of a client',
    viewed: 'Read a note',
    added: 'Wrote a note',
    edited: 'Edited a note',
    deleted: 'Deleted a note',
    restored: 'Brought a note back',
    purged: 'Removed a note for good',
    exported: 'Downloaded a notes report',
    printed: 'Printed a notes report',
    refused,
  },
  employee: {
    added: 'Added an employee',
    edited: 'Edited an employee',
    deleted: 'Deleted an employee',
    restored: 'Brought an employee back',
    purged: 'Removed an employee for good',
    reset: 'Set an account of the demo back',
    'changed role': 'Changed a role',
    'signed in': 'Signed in',
    'signed out': 'Signed out',
    'signed out other sessions': 'Signed out everywhere else',
    'sign-in refused': 'A sign-in was refused',
    'link refused': 'A link to set a password was refused',
    'set password': 'Set a password by a link',
    'changed password': 'Changed the password',
    'password change refused': 'A change of the password was refused',
    'asked for a set-up mail': 'Asked for a set-up email',
    'asked for a reset mail': 'Asked for a reset email',
    'sent set-up mail': 'A set-up email went out',
    'sent reset mail': 'A reset email went out',
    'made a set-up link': 'A set-up link was made on the server',
    refused,
  },
  'contact message': {
    received: 'A message arrived',
    listed: 'Read the contact messages',
    'marked as read': 'Marked a message as read',
    'marked as unread': 'Marked a message as unread',
    deleted: 'Deleted a message',
    restored: 'Brought a message back',
    purged: 'Removed a message for good',
    exported: 'Downloaded the contact messages',
    'sent notice': 'A notice of a message went out',
    refused,
  },
  'outgoing mail': { 'sent again': 'Had an email sent again', refused },
  'training deck': {
    'marked as done': 'Marked a training deck as done',
    'took mark back': 'Took back that a training deck is done',
  },
  'audit trail': { listed: 'Read the audit trail' },
  'other call': { refused },
  backup: { restored: 'Restored a backup' },
  'made-up records': { seeded: 'Added made-up records' },
}

/** The same for any row: an old one may hold what nothing writes any more. */
const knownDeeds: Readonly<Record<string, Readonly<Record<string, string>>>> = deeds

/** What somebody was refused. */
const refusals: Record<RestrictedPermission, string> = {
  'clients:delete': 'delete a client',
  'notes:change': 'change a note',
  'notes:export': 'make a notes report',
  'notes:read-versions': 'read what a note said before',
  'employees:read': 'read the employees',
  'employees:add': 'add an employee',
  'employees:edit': 'edit an employee',
  'employees:change-role': 'change a role',
  'employees:delete': 'delete an employee',
  'employees:resend-setup-email': 'send a set-up email',
  'links:read-admin': 'read the links for administrators',
  'training:admin': 'use the administrative training',
  'training:read-records': 'read who has done which training',
  'outgoing-mail:read': 'read which email has not gone out',
  'outgoing-mail:resend': 'have an email sent again',
  'contact-messages:read': 'read the contact messages',
  'contact-messages:delete': 'delete a message',
  'backups:read': 'read how the backups go',
  'audit:read': 'read the audit trail',
}

/** What the screens call what the server calls otherwise. */
const narrowings: Readonly<Record<string, string>> = { 'notes missing-this-week': 'no note this week' }

/** 'Edited a client: phone, date of birth'. Who did it, and to which record, stands beside it. */
export function sentenceOfRow({ kind, action, fields, filter, count, role }: TrailRow): string {
  const deed = knownDeeds[kind]?.[action] ?? `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${kind}`
  const change = role ? ` from ${role.from} to ${role.to}` : ''
  const which = fields.length > 0 ? `: ${fields.map(asWords).join(', ')}` : ''
  const extent = [
    // A number does not end a line without what it counts.
    ...(count === null ? [] : [plural(count, 'record', 'records').replace(' ', '\u00a0')]),
    ...(filter.length > 0
      ? [`narrowed by ${filter.map((part) => narrowings[part] ?? part).join(', ')}`]
      : []),
  ]
  return `${deed}${change}${which}${extent.length > 0 ? ` (${extent.join(', ')})` : ''}`
}

const knownFields: Readonly<Record<string, string>> = { ...refusals, dob: 'date of birth' }

/** 'dateOfBirth' → 'date of birth'. */
function asWords(field: string): string {
  return knownFields[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
