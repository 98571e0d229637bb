import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import type { FirstSteps as Steps } from '#contract/health/endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { namesOf } from '#contract/record-field.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { call } from '#portal/calls/call.ts'
import { browserStorage } from '#portal/session/storage.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { Icon } from '#ui/icon.tsx'

const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => call('GET /first-steps', {}, { signal }),
  staleTime: 0,
})

/** A link, or what to set on the server; the latter come last. */
const steps: Record<keyof Steps, { label: string; href?: string; detail?: ReactNode; setting?: string }> = {
  name: {
    label: 'Enter your own name and title',
    href: screenPath('admin', 'userManagement'),
    detail: 'They appear under the notes that you sign.',
  },
  colleagues: { label: 'Add a colleague', href: screenPath('admin', 'addEmployee') },
  clients: {
    label: 'Add your first client',
    href: screenPath('admin', 'addClient'),
    detail: (
      <>
        or{' '}
        <Anchor className="touch-line" href={screenPath('admin', 'importClients')}>
          import a spreadsheet
        </Anchor>
      </>
    ),
  },
  backupDisk: { label: 'Keep the daily backup on another disk', setting: 'BACKUP_DIR' },
  twoStep: { label: 'Turn on two-step sign-in for your account', href: screenPath('admin', 'profile') },
  organization: {
    label: 'Enter your organization’s own name and address',
    setting: 'organization/organization.json',
  },
  mail: { label: 'Send emails through your mail server', setting: 'SMTP_URL' },
}

const isPutAway = () => browserStorage.read(storageKeys.firstSteps) !== null

/** What a new installation still needs, unless the list was put away. */
export function useFirstSteps() {
  const { role } = useSession()
  return useQuery({ ...firstStepsQuery, enabled: can(role, 'backups:read') && !isPutAway() })
}

/** The points tick themselves; the list goes when all are done, or when it is put away. */
export function FirstSteps({ done }: { done: Steps | undefined }) {
  const [isAway, setAway] = useState(isPutAway)
  if (isAway || !done || namesOf(steps).every((step) => done[step])) return null

  function hide() {
    browserStorage.write(storageKeys.firstSteps, 'away')
    setAway(true)
  }

  return (
    <Card
      title="First steps"
      className="first-steps"
      asksForAction={!done.clients}
      actions={
        <Button small tone="quiet" ref={focusOnRemoval()} onClick={hide}>
          Hide
        </Button>
      }
    >
      <ul>
        {namesOf(steps).map((step) => (
          <li key={step} className="first-step row">
            <Icon name={done[step] ? 'check' : 'chevron-right'} size="small" />
            <Step {...steps[step]} isDone={done[step]} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Step({
  label,
  href,

  detail,
  setting,
  isDone,
}: (typeof steps)[keyof Steps] & { isDone: boolean }) {
  if (isDone) return <span className="soft">{label}: done</span>
  if (href)
    return (
      <span className="row">
        <Anchor className="touch-line" href={href}>
          {label}
        </Anchor>
        {detail && <span className="small-soft">{detail}</span>}
      </span>
    )
  return (
    <span>
      {label} (<code>{setting}</code>)
    </span>
  )
}
