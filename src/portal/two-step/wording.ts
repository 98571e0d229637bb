import type { CallName } from '#contract/endpoint-table.ts'
import { confirmationSeconds, recoveryCodeCount } from '#contract/session/limits.ts'

/** What a password is confirmed for, by call (docs/product.md 83). */
export const confirmedActions: Partial<Record<CallName, string>> = {
  'DELETE /clients/:id': 'delete this client',
  'POST /clients/export': 'download clients',
  'POST /deleted-records/:id/restore': 'restore this record',
  'POST /employees': 'add this employee',
  'PATCH /employees/:id': 'change this employee’s email',
  'PATCH /employees/:id/role': 'change this employee’s role',
  'DELETE /employees/:id': 'delete this employee',
  'POST /employees/resend-setup-email': 'send this employee a link',
  'POST /auth/resend-setup-email': 'send this employee a link',
  'DELETE /employees/:id/two-step': 'reset this employee’s two-step sign-in',
  'POST /auth/two-step': 'set up two-step sign-in',
}

/** What the portal says about two-step sign-in. */
export const twoStepWording = {
  title: 'Two-Step Sign-In',
  required: 'Your role requires two-step sign-in. Set it up now to continue.',
  app: 'Open an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or your password manager, and scan this code:',
  qrCode: 'QR code for your authenticator app',
  byHand: 'No camera? Type this key into the app:',
  code: 'Code',
  codeHint: 'The 6 digits that the app shows now.',
  turnOn: 'Turn on',
  turningOn: 'Checking...',
  cancel: 'Cancel',
  notBegun: 'Setup could not be started.',
  notTurnedOn: 'Two-step sign-in was not turned on.',
  tryAgain: 'Try again',
  recovery: {
    title: 'Recovery codes',
    text: `Keep these ${recoveryCodeCount} codes in a safe place, not on your phone. If you don’t have your phone, each of them works once in place of a code. They will not be shown again.`,
    copy: 'Copy',
    copied: 'Copied',
    save: 'Save as a file',
    print: 'Print',
    done: 'I have saved them',
    fileName: 'recovery-codes.txt',
    fileTitle: (organization: string) => `Recovery codes for the staff portal of ${organization}`,
  },
  signIn: {
    codeHint: 'Enter the 6 digits that your authenticator app shows.',
    recoveryCode: 'Recovery code',
    recoveryHint:
      'Enter one of the codes that you saved when you set up two-step sign-in. Each code works once.',
    toRecovery: 'Use a recovery code',
    toApp: 'Use the authenticator app',
    back: 'Start over',
    lost: 'No phone and no recovery codes? Ask a super admin to reset your two-step sign-in.',
  },
  card: {
    off: 'Two-step sign-in protects your account even if someone learns your password: signing in also takes a code from your phone.',
    on: 'On. You sign in with your password and a code from your authenticator app.',
    codesLeft: (count: number) =>
      count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`,
    setUp: 'Set up',
    newCodes: 'New recovery codes',
    turnOff: 'Turn off',
    turnedOn: 'Two-step sign-in is on.',
    turnedOnDetail: 'You have been signed out on every other device.',
    turnedOff: 'Two-step sign-in is off.',
    codesMade: 'You have new recovery codes.',
    codesMadeDetail: 'The old ones no longer work.',
    password: 'Password',
    code: 'Code or recovery code',
    makeCodes: 'Make new codes',
    working: 'Checking...',
    failed: { newCodes: 'No new codes were made.', turnOff: 'Two-step sign-in was not turned off.' },
    turnOffText: 'To change phones, turn it off and set it up again.',
    newCodesText: 'Your current recovery codes will stop working.',
    loading: 'Loading…',
    loadFailed: 'Unable to load your two-step sign-in settings.',
  },
  confirm: {
    title: 'Confirm your password',
    anything: 'continue',
    text: (purpose: string) =>
      `You last entered your password more than ${confirmationSeconds / 60} minutes ago. Enter it again to ${purpose}.`,
    password: 'Password',
    submit: 'Confirm',
    submitting: 'Confirming...',
    cancel: 'Cancel',
    failed: 'Your password was not confirmed.',
  },
} as const
