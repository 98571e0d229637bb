/**
 * Every way a call can fail: one code for programs, one HTTP status, one sentence for people. The
 * server answers with these and nothing else; a route may replace the sentence only by one of its feature's wording.
 */
export const failures = {
  'invalid-input': { status: 400, message: 'Some fields need another look.' },
  'malformed-input': { status: 400, message: 'The request could not be read.' },
  'link-not-valid': { status: 400, message: 'This link is not valid any more. Ask for a new one.' },
  'not-signed-in': { status: 401, message: 'Your session has ended. Sign in to go on.' },
  'wrong-credentials': { status: 401, message: 'Invalid email or password.' },
  'wrong-password': { status: 403, message: 'This is not your current password.' },
  'not-allowed': { status: 403, message: 'Your role does not allow this.' },
  'from-another-site': {
    status: 403,
    message: 'This was sent from another website. Open the page on our own website and send it from there.',
  },
  'not-found': { status: 404, message: 'Not found.' },
  'timed-out': { status: 408, message: 'The request took too long to arrive.' },
  'version-conflict': { status: 409, message: 'Somebody else has changed this record in the meantime.' },
  'request-in-progress': {
    status: 409,
    message: 'This request is still being processed. Please try again in a moment.',
  },
  'email-taken': { status: 409, message: 'An employee with this email already exists.' },
  'last-super-admin': {
    status: 409,
    message: 'This is the only super admin who can sign in. Make somebody else a super admin first.',
  },
  'too-large': { status: 413, message: 'This is more than the server takes at once.' },
  'wrong-content-type': { status: 415, message: 'Send JSON (Content-Type: application/json).' },
  'idempotency-key-reused': {
    status: 422,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  'too-many-requests': { status: 429, message: 'This was too often. Please wait a while and try again.' },
  'header-too-large': { status: 431, message: 'The request headers are too large.' },
  'server-failure': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  'database-away': {
    status: 503,
    message: 'The database does not answer at the moment. Please try again shortly.',
  },
  'storage-full': {
    status: 503,
    message: 'The server has no room to save this at the moment. Nothing was changed.',
  },
  busy: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type FailureCode = keyof typeof failures

/** What every failure is answered with. `current` is the newer record, with `version-conflict`. */
export interface FailureReply {
  message: string
  code: string
  fields?: Record<string, string> | undefined
  current?: unknown
}
