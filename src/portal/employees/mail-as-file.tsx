import './user-management.css'
import { useRef } from 'react'
import type { FileMail } from '#contract/employees/schema.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'

/** docs/product.md 69: below a success message when no mail server is configured. */
export function MailAsFile({ mailIsFile, setupLink, to }: FileMail & { to?: string }) {
  if (!mailIsFile) return null
  return (
    <>
      <p>
        No mail server is configured, so the email{to && <UnbrokenText text={` to ${to}`} />} was saved as a
        file on the server.
      </p>
      {setupLink && <SetupLink link={setupLink} />}
    </>
  )
}

function SetupLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="setup-link row">
      <TextField
        label="Setup link"
        hint="This link is shown only once and works only once."
        value={link}
        readOnly
        ref={field}
      />
      <CopyButton text={link} select={() => field.current?.select()} />
    </div>
  )
}
