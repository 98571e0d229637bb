import './client-on-paper.css'
import { useEffect } from 'react'
import type { Client } from '#contract/clients/schema.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { PaperLine } from '#portal/screen/paper-line.tsx'
import { clientScreenWording } from './wording.ts'

const { confidential } = clientScreenWording

/** What the boxes in a page's margin read: they belong to no element but the root. */
const marginText = '--client-on-paper'

/** A screen about a client, printed: what its first page says below the title, and the margin of every later one. */
export function ClientOnPaper({ client }: { client: Client | undefined }) {
  const name = client && fullName(client)
  useEffect(() => {
    if (name === undefined) return
    const { style } = document.documentElement
    // JSON's quotes and backslashes are those of a string in CSS; the name is kept apart, whichever way it runs.
    style.setProperty(marginText, JSON.stringify(`\u2068${name}\u2069 · ${confidential}`))
    return () => void style.removeProperty(marginText)
  }, [name])
  return <PaperLine className="client-on-paper" about={confidential} />
}
