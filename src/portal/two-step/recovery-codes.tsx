import { useEffect, useRef, useState } from 'react'
import { saveFile } from '#portal/downloads/files.ts'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { twoStepWording } from './wording.ts'

const wording = twoStepWording.recovery

/** Codes that are shown only now: to copy, save or print. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => heading.current?.focus(), [])

  /** Browsers have a clipboard on https and on this machine only; elsewhere the selected codes can be copied by key. */
  async function copy() {
    if (list.current) getSelection()?.selectAllChildren(list.current)
    await navigator.clipboard?.writeText(codes.join('\n'))
    setCopied(navigator.clipboard !== undefined)
  }

  function save() {
    const text = [wording.fileTitle(organizationName()), '', ...codes, ''].join('\r\n')
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), wording.fileName)
  }

  return (
    <div className="two-step stack recovery-codes">
      <h3 ref={heading} tabIndex={-1}>
        {wording.title}
      </h3>
      <p>{wording.text}</p>
      <ol ref={list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <FormActions>
        <Button icon={isCopied ? 'check' : undefined} onClick={() => void copy()}>
          {isCopied ? wording.copied : wording.copy}
        </Button>
        <Button icon="download" onClick={save}>
          {wording.save}
        </Button>
        <Button icon="print" onClick={() => print()}>
          {wording.print}
        </Button>
      </FormActions>
      <Button tone="primary" onClick={onDone}>
        {wording.done}
      </Button>
    </div>
  )
}
