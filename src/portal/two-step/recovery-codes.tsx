import { useEffect, useRef } from 'react'
import { recoveryCodeCount } from '#contract/session/limits.ts'
import { saveFile } from '#portal/downloads/files.ts'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'

/** Codes that are shown only now: to copy, save or print. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function save() {
    const text = [`Recovery codes for the staff portal of ${organizationName()}`, '', ...codes, ''].join(
      '\r\n',
    )
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'recovery-codes.txt')
  }

  return (
    <div className="two-step stack recovery-codes">
      <h3 ref={heading} tabIndex={-1}>
        Recovery codes
      </h3>
      <p>
        Keep these {recoveryCodeCount} codes in a safe place, not on your phone. If you don’t have your phone
        or your passkey, sign in with your password and one of these codes; each works once. They will not be
        shown again.
      </p>
      <ol ref={list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <FormActions>
        <CopyButton
          text={codes.join('\n')}
          select={() => list.current && getSelection()?.selectAllChildren(list.current)}
        />
        <Button icon="download" onClick={save}>
          Save as a file
        </Button>
        <Button icon="print" onClick={() => print()}>
          Print
        </Button>
      </FormActions>
      <Button tone="primary" onClick={onDone}>
        I have saved them
      </Button>
    </div>
  )
}
