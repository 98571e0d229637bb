import './client-on-paper.css'
import { useEffect } from 'react'
import type { Client } from '#contract/clients/schema.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { PaperLine } from '#portal/screen/paper-line.tsx'
import { clientScreenWording } from './wording.ts'

const { confidential } = clientScreenWording

/** Whom a sheet is about, and for whom it is. The name is kept apart, whichever way it runs. */
export const confidentialAbout = (client: Client) => `\u2068${fullName(client)}\u2069 · ${confidential}`

/** What the boxes in a page's margin read: they belong to no element but the root. */
const marginText = '--client-on-paper'

/** A screen about a client, printed: what its first page says below the title, and the margin of every later one. */
export function ClientOnPaper({ client }: { client: Client | undefined }) {
  const line = client && confidentialAbout(client)
  useEffect(() => {
    if (line === undefined) return
    const { style } = document.documentElement
    // JSON's quotes and backslashes are those of a string in CSS.
    style.setProperty(marginText, JSON.stringify(line))
    return () => void style.removeProperty(marginText)
  }, [line])
  return <PaperLine className="client-on-paper" about={confidential} />
}
