import type { MailKind } from '#contract/outgoing-mail/endpoints.ts'

/** What the portal says about mail that the mail server has not taken. */
export const outgoingMailWording = {
  title: 'Mail that has not gone out',
  about: 'Nothing is lost: waiting mail is tried again by itself.',
  kinds: {
    'set-up': 'Link to set the first password',
    reset: 'Link to choose a new password',
    'new-message': 'Word of a contact message',
  } satisfies Record<MailKind, string>,
  waiting: 'Waiting',
  refused: 'Refused',
  since: (moment: string) => `Since ${moment}`,
  nextTry: (moment: string) => `Next try ${moment}`,
  tryingNow: 'Is being tried now',
  notTriedAgain: 'Not tried again by itself',
  triedWithNextMessage: 'Tried again when the next message comes',
  problem: (text: string) => `What happened: ${text}`,
  sendAgain: 'Send again',
  again: 'It is being tried again. It leaves this list once it has gone out.',
  failed: 'The email could not be sent again.',
  goneAlready: 'It has gone out, or was replaced by a newer one.',
  goneOut: (recipient: string) => `The email to ${recipient} has gone out.`,
  loadFailed: 'Whether all mail has gone out could not be looked up.',
  setUpWaiting: 'Set-up email waiting',
  setUpRefused: 'Set-up email refused',
} as const
