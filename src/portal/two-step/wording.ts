import type { CallName } from '#contract/endpoint-table.ts'

/** What a password is confirmed for, by call (docs/product.md 83). */
export const confirmedActions: Partial<Record<CallName, string>> = {
  'DELETE /clients/:id': 'delete this client',
  'POST /clients/:id/merges': 'merge these records',
  'DELETE /clients/:id/merges/:mergeId': 'undo this merge',
  'DELETE /clients/imports/:id': 'undo this import',
  'POST /clients/export': 'download clients',
  'POST /notes/export': 'download the service log',
  'POST /notes/totals/export': 'download the totals',
  'POST /audit/export': 'download the audit trail',
  'POST /clients/:id/packet': 'make a record packet',
  'POST /deleted-records/:id/restore': 'restore this record',
  'POST /employees': 'add this employee',
  'POST /employees/:id/hand-over': 'hand over these clients',
  'PATCH /employees/:id': 'change this employee’s email',
  'PATCH /employees/:id/role': 'change this employee’s role',
  'DELETE /employees/:id': 'delete this employee',
  'POST /employees/resend-setup-email': 'send this employee a link',
  'POST /auth/resend-setup-email': 'send this employee a link',
  'DELETE /employees/:id/two-step': 'reset this employee’s two-step sign-in',
  'POST /auth/two-step': 'set up two-step sign-in',
  'POST /auth/passkeys/options': 'add a passkey',
  'POST /auth/passkeys': 'add a passkey',
  'PUT /auth/passkeys/:id': 'rename this passkey',
  'DELETE /auth/passkeys/:id': 'remove this passkey',
  'DELETE /auth/organization': 'remove the link to that account',
  'DELETE /employees/:id/organization': 'remove the link to that account',
  'DELETE /auth/sessions': 'sign out everywhere else',
  'DELETE /auth/sessions/:id': 'sign out that browser',
}

export const twoStepNotLoaded = 'Unable to load your two-step sign-in settings.'
