import { useState } from 'react'
import { Button } from './button.tsx'

type CopyButtonProps = {
  text: string
  /** Selects it: without a clipboard, which browsers have on https and on this machine only, a key can copy it. */
  select: () => void
}

export function CopyButton({ text, select }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    select()
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }

  return (
    <Button icon={isCopied ? 'check' : undefined} onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
