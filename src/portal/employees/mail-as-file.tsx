import './user-management.css'
import { useRef, useState } from 'react'
import type { FileMail } from '#contract/employees/schema.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.mailAsFile

/** docs/product.md 69: below a success message when no mail server is configured. */
export function MailAsFile({ mailIsFile, setupLink }: FileMail) {
  if (!mailIsFile) return null
  return (
    <>
      <p>{wording.text}</p>
      {setupLink && <SetupLink link={setupLink} />}
    </>
  )
}

function SetupLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  /** Browsers have a clipboard on https and on this machine only; elsewhere the selected link can be copied by key. */
  async function copy() {
    field.current?.select()
    await navigator.clipboard?.writeText(link)
    setCopied(navigator.clipboard !== undefined)
  }

  return (
    <div className="setup-link row">
      <TextField label={wording.link} hint={wording.hint} value={link} readOnly ref={field} />
      <Button icon={isCopied ? 'check' : undefined} onClick={() => void copy()}>
        {isCopied ? wording.copied : wording.copy}
      </Button>
    </div>
  )
}
