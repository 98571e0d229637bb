import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { namedPasskey } from '#contract/session/form.ts'
import type { Passkey } from '#contract/session/passkey-endpoints.ts'
import { maxPasskeys, passkeyNameLength } from '#contract/session/passkeys.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import { call } from '#portal/calls/call.ts'
import { errorMessage, ignoreNotFound, isFailure } from '#portal/calls/call-failure.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { useForm } from '#portal/form/use-form.ts'
import { refresh } from '#portal/query-client.ts'
import { dateAndTime } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { AddPasskey } from '#portal/two-step/add-passkey.tsx'
import { canUsePasskeys, passkeyHost } from '#portal/two-step/passkey-support.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { TextField } from '#ui/text-field.tsx'
import { passkeysQuery, sessionsQuery, twoStepQuery } from './queries.ts'

function useReadAgain() {
  const queries = useQueryClient()
  return () => {
    for (const query of [passkeysQuery, twoStepQuery, sessionsQuery]) void refresh(queries, query)
  }
}

/** One's own passkeys: listed, added, renamed and removed. */
export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery)
  const readAgain = useReadAgain()
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<{ withCodes: boolean }>()
  const opener = useRef<HTMLButtonElement>(null)
  const message = useRef<HTMLDivElement>(null)

  function finish(withCodes: boolean) {
    setAdding(false)
    setAdded({ withCodes })
    message.current?.focus()
  }

  if (isFailure(passkeys.error, 'passkeys-unavailable')) return null
  return (
    <Card className="profile-card profile-list-card" title="Passkeys">
      <SuccessMessage ref={message} title={added && 'Your passkey has been added.'}>
        {added?.withCodes && 'You have been signed out everywhere else.'}
      </SuccessMessage>
      {isAdding ? (
        <AddPasskey
          onAdded={readAgain}
          onDone={finish}
          onCancel={() => {
            setAdding(false)
            queueMicrotask(() => opener.current?.focus())
          }}
        />
      ) : (
        <>
          <p>Sign in with your fingerprint, face or device PIN instead of a password and a code.</p>
          <Loaded
            query={passkeys}
            waiting={<LoadingSkeleton lines={2} />}
            failed="Unable to load your passkeys."
          >
            {(list) => (
              <>
                {list.length > 0 && (
                  <ul className="profile-passkeys stack">
                    {list.map((passkey) => (
                      <li
                        key={passkey.id}
                        className="row row-apart"
                        ref={focusOnRemoval(() => opener.current)}
                      >
                        <PasskeyEntry passkey={passkey} />
                      </li>
                    ))}
                  </ul>
                )}
                {list.length >= maxPasskeys && <p>An account can have {maxPasskeys} passkeys.</p>}
                {list.length < maxPasskeys && canUsePasskeys() && (
                  <Button
                    icon="key"
                    ref={opener}
                    onClick={() => {
                      setAdded(undefined)
                      setAdding(true)
                    }}
                  >
                    Add a passkey
                  </Button>
                )}
              </>
            )}
          </Loaded>
        </>
      )}
    </Card>
  )
}

function PasskeyEntry({ passkey }: { passkey: Passkey }) {
  const { id, name, host, createdAt, usedAt, synced } = passkey
  const [dialog, setDialog] = useState<'rename' | 'remove'>()
  const about = `passkey-${id}`
  const close = () => setDialog(undefined)
  const facts = [
    `Added ${dateAndTime(createdAt)}`,
    usedAt ? `Last used ${dateAndTime(usedAt)}` : 'Not used yet',
    ...(synced ? ['Synced to your other devices'] : []),
    ...(host === passkeyHost() ? [] : [`Works only at ${host}`]),
  ]
  return (
    <>
      <div id={about}>
        <p>
          <strong dir="auto">{name}</strong>
        </p>
        <p className="small-soft">{facts.join(' · ')}</p>
      </div>
      <div className="row">
        <Button small tone="quiet" icon="edit" aria-describedby={about} onClick={() => setDialog('rename')}>
          Rename
        </Button>
        <Button small tone="quiet" icon="trash" aria-describedby={about} onClick={() => setDialog('remove')}>
          Remove
        </Button>
      </div>
      {dialog === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog passkey={passkey} onClose={close} />}
    </>
  )
}

type PasskeyDialogProps = { passkey: Passkey; onClose: () => void }

function RenameDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const readAgain = useReadAgain()
  const form = useForm<'name', { name: string }>({
    values: { name },
    schema: () => namedPasskey,
    async send(body) {
      await call('PUT /auth/passkeys/:id', { params: { id }, body })
      readAgain()
      onClose()
    },
    failureOf: (error) => ({ title: 'The passkey was not renamed.', detail: errorMessage(error) }),
  })
  const { formError, locked } = form
  return (
    <FormDialog
      title="Rename passkey"
      submitLabel={locked ? 'Saving...' : 'Save'}
      busy={locked}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <ErrorBanner error={formError} />
      <TextField label="Name" required maxLength={passkeyNameLength} {...form.textField('name')} />
    </FormDialog>
  )
}

function RemoveDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const readAgain = useReadAgain()
  const removal = useMutation({
    mutationFn: () => call('DELETE /auth/passkeys/:id', { params: { id } }).catch(ignoreNotFound),
    onSettled: readAgain,
  })
  const action = useAction(removal, {
    done: 'The passkey has been removed.',
    failed: 'The passkey was not removed.',
  })
  return (
    <ActionDialog
      action={action}
      title="Remove passkey?"
      confirmLabel="Remove"
      onConfirm={() => void action.start(undefined, onClose)}
      onClose={onClose}
    >
      <p>
        You can no longer sign in with “<span dir="auto">{name}</span>”. Without another passkey or an
        authenticator app, your password alone is then enough.
      </p>
      <p>The device may go on offering it until you delete it there, too.</p>
    </ActionDialog>
  )
}
