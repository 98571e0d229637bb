import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/permissions.ts'
import { screenPath } from '#contract/paths.ts'
import { outgoingMailQuery } from '#portal/outgoing-mail/queries.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Icon } from '#ui/icon.tsx'
import { dashboardWording as wording } from './wording.ts'

/** One line for whoever can do something about it; nobody else hears of it, nor of a failure to find out. */
export function RefusedMail() {
  return can(useSession().role, 'outgoing-mail:read') ? <RefusedMailLine /> : null
}

function RefusedMailLine() {
  const { data: mails = [] } = useQuery(outgoingMailQuery)
  const count = mails.filter(({ state }) => state === 'refused').length
  if (count === 0) return null
  return (
    <p className="refused-mail">
      <Icon name="warning" />
      <span>
        {wording.refusedMail(count)}{' '}
        <Anchor href={screenPath('admin', 'userManagement')}>{wording.toUserManagement}</Anchor>
      </span>
    </p>
  )
}
