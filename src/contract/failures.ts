/** The messages that the portal shows without a reply, kept apart so that it does not load all the others. */
export const ownMessages = {
  sessionEnded: 'Your session has ended. Sign in to continue.',
  serverFailure: 'Something went wrong on our side. Please try again.',
  fileType: 'Only PDF, JPEG and PNG files can be stored.',
} as const

/** Every way a call can fail: a code for programs, an HTTP status, a sentence for people. A feature may replace the sentence. */
export const failures = {
  'invalid-input': { status: 400, message: 'Some fields are not filled in correctly.' },
  'malformed-input': { status: 400, message: 'The request could not be read.' },
  'file-type': { status: 400, message: ownMessages.fileType },
  'sign-in-expired': {
    status: 400,
    message: 'This sign-in has expired or was already used. Start again.',
  },
  'link-not-valid': { status: 400, message: 'This link is no longer valid. Ask for a new one.' },
  'not-signed-in': { status: 401, message: ownMessages.sessionEnded },
  'wrong-credentials': { status: 401, message: 'Invalid email or password.' },
  'second-step-needed': { status: 401, message: 'Enter the code from your authenticator app.' },
  'wrong-code': {
    status: 401,
    message: 'This code is wrong or has already been used. Enter the next code that your app shows.',
  },
  'wrong-passkey': {
    status: 401,
    message: 'This passkey was not accepted. Try again, or use the password instead.',
  },
  'wrong-password': { status: 403, message: 'This is not your current password.' },
  'not-allowed': { status: 403, message: 'Your role does not allow this.' },
  'email-not-verified': {
    status: 403,
    message:
      'The email address of that account is not verified, so you can’t be recognized. Ask a super admin.',
  },
  'no-such-employee': {
    status: 403,
    message:
      'There is no employee with the email address of that account. Ask a super admin to add you or to correct your address.',
  },
  'already-linked': {
    status: 403,
    message:
      'The employee with this email address is linked to a different account. Ask a super admin to remove that link.',
  },
  'two-step-required': { status: 403, message: 'Set up two-step sign-in to continue.' },
  'confirm-password': { status: 403, message: 'Confirm your password first. Nothing was changed.' },
  'not-confirmed': {
    status: 403,
    message: 'The provider has not asked for your password again. Confirm with your own password instead.',
  },
  'from-another-site': {
    status: 403,
    message: 'This was sent from another website. Open the page on our website and send it from there.',
  },
  'not-found': { status: 404, message: 'Not found.' },
  'passkeys-unavailable': {
    status: 404,
    message: 'Passkeys are not available at this address or for your account. Sign in another way.',
  },
  merged: {
    status: 404,
    message: 'This record was merged into another record of the same client. Open that one.',
  },
  'timed-out': {
    status: 408,
    message: 'The request took too long to arrive. Check your connection and try again.',
  },
  'version-conflict': { status: 409, message: 'Someone else has changed this record.' },
  'draft-changed': { status: 409, message: 'Another window has other text for this form.' },
  'request-in-progress': {
    status: 409,
    message: 'This request is still being processed. Please try again in a moment.',
  },
  'too-many': { status: 409, message: 'This client already has the maximum number of these records.' },
  'email-taken': { status: 409, message: 'An employee with this email already exists.' },
  'client-deleted': {
    status: 409,
    message: 'This record’s client is deleted, too. Restore the client first.',
  },
  'client-merged': {
    status: 409,
    message:
      'This record was merged into another record of the same client. To bring it back, undo the merge on that client’s details.',
  },
  'has-drafts': {
    status: 409,
    message: 'Someone has unsaved text about the other record.',
  },
  'merged-later': {
    status: 409,
    message: 'Another record was merged later. Undo that merge first.',
  },
  'merge-final': {
    status: 409,
    message: 'The other record has been permanently deleted, so this merge can no longer be undone.',
  },
  'files-full': {
    status: 409,
    message: 'There is no room for more files. Ask the person who runs the server to make some.',
  },
  'paper-revoked': {
    status: 409,
    message:
      'This document has been revoked and can’t be changed. If that was a mistake, a super admin or an admin can clear the date.',
  },
  'import-running': {
    status: 409,
    message: 'Another import is running. Please wait a moment and try again. Nothing was imported.',
  },
  'import-in-use': {
    status: 409,
    message: 'Some of these clients have been changed since the import, so none was deleted.',
  },
  'homes-overlap': { status: 409, message: 'The client has another home on these days.' },
  'authorization-overlaps': {
    status: 409,
    message: 'Another authorization for this service already covers some of these days.',
  },
  'last-super-admin': {
    status: 409,
    message: 'This is the only super admin who can sign in. Make someone else a super admin first.',
  },
  'two-step-already-on': {
    status: 409,
    message: 'An authenticator app is already set up for this account.',
  },
  'own-account': {
    status: 409,
    message: 'This is your own account. Turn off two-step sign-in in your profile; you need a code for that.',
  },
  'too-large': { status: 413, message: 'This is too large to send. Shorten it and try again.' },
  'drafts-full': {
    status: 413,
    message: 'You have too much unsaved text. Save or discard some of your drafts and try again.',
  },
  'wrong-content-type': { status: 415, message: 'Send JSON (Content-Type: application/json).' },
  infected: { status: 422, message: 'The scanner found malware in this file. It was not stored.' },
  'rows-refused': { status: 422, message: 'Some rows can’t be imported. Nothing was imported.' },
  'idempotency-key-reused': {
    status: 422,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a while and try again.' },
  'header-too-large': { status: 431, message: 'The request headers are too large.' },
  'server-failure': { status: 500, message: ownMessages.serverFailure },
  'database-away': {
    status: 503,
    message: 'The database did not answer in time. Please try again in a moment.',
  },
  'too-slow': {
    status: 503,
    message:
      'This took too long and was stopped. Nothing was changed. Ask for less at once, such as a shorter period.',
  },
  'storage-full': {
    status: 503,
    message: 'The server is out of disk space. Nothing was changed.',
  },
  'scanner-away': {
    status: 503,
    message: 'The file could not be scanned, so it was not stored. Please try again in a moment.',
  },
  'two-step-unavailable': {
    status: 503,
    message: 'Two-step sign-in is not available on this server. Contact the person who runs it.',
  },
  'provider-unavailable': {
    status: 503,
    message: 'The sign-in service of your organization is not available. Please try again in a moment.',
  },
  locked: {
    status: 503,
    message: 'Someone else is changing this right now. Nothing was saved. Please try again in a moment.',
  },
  stopping: { status: 503, message: 'The server is shutting down. Please try again in a moment.' },
  busy: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type FailureCode = keyof typeof failures

/** Who changed a record last, and when. */
export interface LastChange {
  /** ISO 8601. */
  at: string
  /** Email address; null for a command on the server. */
  by: string | null
  byName: string | null
}

/**
 * The body of every failure. With `version-conflict`, `current` is the newer record, and `changed` says who made it; with
 * `draft-changed`, `current` is the stored draft, or null if there is none. `clients` has the
 * ids of those because of whom nothing was changed, and `inUse` how many clients keep an import from being undone, with the
 * first of them. `wrong` has the rows that keep a file from being imported. With `merged`, `mergedInto` is the id of the client
 * that has the record now. With `second-step-needed`, `secondSteps` says what the account has besides recovery codes.
 */
export interface FailureReply {
  message: string
  code: string
  fields?: Record<string, string> | undefined
  current?: unknown
  changed?: LastChange | undefined
  clients?: string[] | undefined
  secondSteps?: ('app' | 'passkey')[] | undefined
  mergedInto?: string | undefined
  inUse?: ClientsInUse | undefined
  wrong?: readonly RowFinding[] | undefined
}

/** What is wrong with a row of a file, or should be looked at. */
export interface RowFinding {
  row: number
  /** Absent where it is about the row as a whole. */
  field?: string | undefined
  /** The cell's text. */
  value?: string | undefined
  reason: string
  /** The id of the existing client whom the row resembles. */
  client?: string | undefined
}

export interface ClientsInUse {
  count: number
  clients: readonly { id: string; firstName: string; lastName: string }[]
}
