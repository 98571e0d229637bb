import type { MailKind } from '#contract/outgoing-mail/endpoints.ts'

/** What the portal says about mail that the mail server has not taken. */
export const outgoingMailWording = {
  title: 'Unsent email',
  about: 'Nothing is lost. Waiting emails are retried automatically.',
  kinds: {
    'set-up': 'Link to set the first password',
    reset: 'Link to choose a new password',
    'new-message': 'Notice of a contact message',
    'password-changed': 'Notice of a changed password',
    'two-step-set-up': 'Notice that two-step sign-in was turned on',
    'two-step-removed': 'Notice that two-step sign-in was turned off',
    'email-changed': 'Notice that the email address was changed',
    'two-step-reset': 'Notice that two-step sign-in was reset',
  } satisfies Record<MailKind, string>,
  waiting: 'Waiting',
  refused: 'Rejected',
  since: (moment: string) => `Since ${moment}`,
  nextTry: (moment: string) => `Next try ${moment}`,
  tryingNow: 'Sending now',
  notTriedAgain: 'Will not be retried automatically',
  triedWithNextMessage: 'Retried when the next message arrives',
  problem: (text: string) => `What happened: ${text}`,
  sendAgain: 'Send again',
  again: 'Sending again. The email disappears from this list once it is sent.',
  failed: 'The email could not be sent again.',
  goneAlready: 'It has already been sent, or was replaced by a newer one.',
  goneOut: (recipient: string) => `The email to ${recipient} was sent.`,
  loadFailed: 'Unable to check for unsent email.',
  setUpWaiting: 'Setup email waiting',
  setUpRefused: 'Setup email rejected',
} as const
