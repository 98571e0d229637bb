/**
 * The actions of the audit trail, by kind of record. The compiler requires a label in the portal for each. Rows are kept
 * for years, so that a row may have an action that is no longer listed here.
 */
export type AuditActions = {
  client: 'added' | 'viewed' | 'printed' | 'edited' | 'deleted' | 'restored' | 'purged' | Refused
  'client list': 'listed' | 'exported'
  note:
    | 'listed'
    | 'viewed'
    | 'added'
    | 'edited'
    | 'deleted'
    | 'restored'
    | 'purged'
    | 'exported'
    | 'printed'
    | Refused
  employee:
    | 'listed'
    | 'viewed'
    | 'added'
    | 'edited'
    | 'deleted'
    | 'restored'
    | 'purged'
    | 'reset'
    | 'changed role'
    | 'signed in'
    | 'signed out'
    | 'signed out other sessions'
    | 'sign-in refused'
    | 'link refused'
    | 'set password'
    | 'changed password'
    | 'password change refused'
    | 'confirmed password'
    | 'confirmation refused'
    | 'ended a session'
    | 'ended all sessions'
    | 'set up two-step sign-in'
    | 'removed two-step sign-in'
    | 'reset two-step sign-in'
    | 'made recovery codes'
    | 'used a recovery code'
    | 'code refused'
    | 'sent account notice'
    | 'asked for a set-up mail'
    | 'asked for a reset mail'
    | 'sent set-up mail'
    | 'sent reset mail'
    | 'made a set-up link'
    | Refused
  'contact message':
    | 'received'
    | 'listed'
    | 'viewed'
    | 'marked as read'
    | 'marked as unread'
    | 'deleted'
    | 'restored'
    | 'purged'
    | 'exported'
    | 'sent notice'
    | Refused
  'outgoing mail': 'listed' | 'sent again' | Refused
  'training deck': 'marked as done' | 'took mark back'
  'training record': 'listed'
  'audit trail': 'listed' | 'archived'
  'deleted record': 'listed' | Refused
  'other call': Refused
  backup: 'made' | 'restored' | 'restored unverified'
  'made-up records': 'seeded'
}

/** A call that the caller's role does not allow (docs/decisions/0042). */
type Refused = 'refused'

export type AuditedKind = keyof AuditActions

/** A kind of record with one of its actions. */
export type AuditedAction = { [Kind in AuditedKind]: { kind: Kind; action: AuditActions[Kind] } }[AuditedKind]
