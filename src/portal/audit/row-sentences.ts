import type { RestrictedPermission } from '#contract/access/permissions.ts'
import type { AuditActions, AuditedKind } from '#contract/audit/actions.ts'
import type { TrailRow } from '#contract/audit/endpoints.ts'
import { dateAndTime } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'

/** The row’s `fields` say what was denied, so it follows in the sentence. */
const refused = 'Access denied'

const actionSentences: { [Kind in AuditedKind]: Record<AuditActions[Kind], string> } = {
  client: {
    added: 'Added a client',
    viewed: 'Opened a client',
    printed: 'Printed a client',
    edited: 'Edited a client',
    deleted: 'Deleted a client',
    restored: 'Restored a client',
    purged: 'Permanently deleted a client',
    refused,
  },
  'client list': { listed: 'Read the client list', exported: 'Downloaded clients' },
  note: {
    listed: 'Read a client’s notes',
    viewed: 'Read a note',
    added: 'Wrote a note',
    edited: 'Edited a note',
    deleted: 'Deleted a note',
    restored: 'Restored a note',
    purged: 'Permanently deleted a note',
    exported: 'Downloaded a notes report',
    printed: 'Printed a notes report',
    refused,
  },
  employee: {
    listed: 'Read the employees',
    viewed: 'Opened an employee',
    added: 'Added an employee',
    edited: 'Edited an employee',
    deleted: 'Deleted an employee',
    restored: 'Restored an employee',
    purged: 'Permanently deleted an employee',
    reset: 'Reset a demo account',
    'changed role': 'Changed a role',
    'signed in': 'Signed in',
    'signed out': 'Signed out',
    'signed out other sessions': 'Signed out everywhere else',
    'sign-in refused': 'A sign-in failed',
    'link refused': 'A link to set a password was rejected',
    'set password': 'Set a password with a link',
    'changed password': 'Changed the password',
    'password change refused': 'A password change failed',
    'confirmed password': 'Confirmed the password',
    'confirmation refused': 'A wrong password was rejected while signed in',
    'ended a session': 'Signed out another device',
    'ended all sessions': 'Signed an employee out everywhere',
    'set up two-step sign-in': 'Turned on two-step sign-in',
    'removed two-step sign-in': 'Turned off two-step sign-in',
    'reset two-step sign-in': 'Reset an employee’s two-step sign-in',
    'made recovery codes': 'Made new recovery codes',
    'used a recovery code': 'Used a recovery code',
    'code refused': 'A wrong sign-in code was rejected',
    'sent account notice': 'A notice about an account was sent',
    'asked for a set-up mail': 'Requested a setup email',
    'asked for a reset mail': 'Requested a reset email',
    'sent set-up mail': 'A setup email was sent',
    'sent reset mail': 'A reset email was sent',
    'made a set-up link': 'A setup link was created on the server',
    refused,
  },
  'contact message': {
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
  'outgoing mail': { listed: 'Read the list of unsent email', 'sent again': 'Resent an email', refused },
  'training deck': {
    'marked as done': 'Marked a training deck as done',
    'took mark back': 'Marked a training deck as not done',
  },
  'training record': { listed: 'Read the training records' },
  'audit trail': {
    listed: 'Read the audit trail',
    archived: 'Moved old rows of the audit trail into a file',
  },
  'deleted record': { listed: 'Read the list of deleted records', refused },
  'other call': { refused },
  backup: {
    made: 'Made a backup',
    restored: 'Restored a backup',
    'restored unverified': 'Restored a backup whose origin was not checked',
  },
  'made-up records': { seeded: 'Added made-up records' },
}

/** The same sentences by any string: a row of another release may hold an unknown kind or action. */
const knownSentences: Readonly<Record<string, Readonly<Record<string, string>>>> = actionSentences

/** What a user was denied. */
const deniedActions: Record<RestrictedPermission, string> = {
  'clients:delete': 'delete a client',
  'clients:export': 'download clients',
  'notes:change': 'change a note',
  'notes:export': 'make a notes report',
  'notes:read-versions': 'read earlier versions of a note',
  'employees:read': 'read the employees',
  'employees:add': 'add an employee',
  'employees:edit': 'edit an employee',
  'employees:change-role': 'change a role',
  'employees:delete': 'delete an employee',
  'employees:resend-setup-email': 'send a setup email',
  'employees:sign-out': 'sign an employee out',
  'employees:reset-two-step': 'reset an employee’s two-step sign-in',
  'links:read-admin': 'read the links for administrators',
  'training:admin': 'use the administrative training',
  'training:read-records': 'read the training records',
  'outgoing-mail:read': 'read the list of unsent email',
  'outgoing-mail:resend': 'resend an email',
  'contact-messages:read': 'read the contact messages',
  'contact-messages:delete': 'delete a message',
  'backups:read': 'read the state of the backups',
  'audit:read': 'read the audit trail',
  'deleted-records:read': 'read the list of deleted records',
  'deleted-records:restore': 'restore a deleted record',
}

/** The server's filters in the words of the screens. */
const filterLabels: Readonly<Record<string, string>> = { 'notes missing-this-week': 'no note this week' }

/** 'Edited a client: phone, date of birth'. */
export function rowSentence({ kind, action, fields, filter, count, role, backup }: TrailRow): string {
  const sentence =
    knownSentences[kind]?.[action] ?? `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${kind}`
  const change = role ? ` from ${role.from} to ${role.to}` : ''
  const moment = backup ? ` of ${dateAndTime(backup)}` : ''
  // A new record has all fields, so they are not listed.
  const which = fields.length > 0 && action !== 'added' ? `: ${fields.map(asWords).join(', ')}` : ''
  const extent = [
    // No line break between a number and its noun.
    ...(count === null ? [] : [plural(count, 'record', 'records').replace(' ', '\u00a0')]),
    ...(filter.length > 0
      ? [`filtered by ${filter.map((part) => filterLabels[part] ?? part).join(', ')}`]
      : []),
  ]
  return `${sentence}${change}${moment}${which}${extent.length > 0 ? ` (${extent.join(', ')})` : ''}`
}

const knownFields: Readonly<Record<string, string>> = { ...deniedActions, dob: 'date of birth' }

/** 'dateOfBirth' → 'date of birth'. */
function asWords(field: string): string {
  return knownFields[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
