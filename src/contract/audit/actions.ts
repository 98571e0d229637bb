import type { AuditedAction } from '../manifests.ts'

type Action = AuditedAction['action']

/** Views, of which a visit has many. Printing and downloading take something along, and are no mere views. */
export const viewActions = ['listed', 'viewed', 'searched'] as const satisfies readonly Action[]

/**
 * All actions that change neither a record nor an account. The trail's filter for changes leaves them out, so an action of another
 * release counts as a change.
 */
export const unchangingActions = [
  ...viewActions,
  'printed',
  'exported',
  'refused',
  'made',
  'signed in',
  'signed in with a passkey',
  'signed out',
  'sign-in refused',
  'signed in with organization',
  'organization refused',
  'confirmed with organization',
  'link refused',
  'password change refused',
  'confirmed password',
  'confirmed with a passkey',
  'confirmation refused',
  'code refused',
  'passkey refused',
  'asked for a set-up mail',
  'asked for a reset mail',
  'sent set-up mail',
  'sent reset mail',
  'sent notice',
  'sent account notice',
  'sent again',
] as const satisfies readonly Action[]
