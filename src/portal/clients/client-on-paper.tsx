import './client-on-paper.css'
import { useEffect } from 'react'
import type { Client } from '#contract/clients/schema.ts'
import { fullName } from '#portal/screen/person.tsx'
import { PaperLine, useRecordedPrints } from '#portal/screen/screen.tsx'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { recordPrint } from './changes.ts'
import { clientWording } from './wording.ts'

const { confidential } = clientWording

/** The name is isolated: its direction must not affect the rest. */
export const confidentialAbout = (client: Client) => `\u2068${fullName(client)}\u2069 · ${confidential}`

/** Page margin boxes inherit only from the root element. */
const marginText = '--client-on-paper'

type ClientOnPaperProps = {
  clientId: string
  client: Client | undefined
  screen: Parameters<typeof recordPrint>[1]
}

/** On paper: a line below the title of the first page, and one in the margin of every later page, which also names the organization. Records each print. */
export function ClientOnPaper({ clientId, client, screen }: ClientOnPaperProps) {
  useRecordedPrints(() => recordPrint(clientId, screen))
  const line = client && `${organizationName()} · ${confidentialAbout(client)}`
  useEffect(() => {
    if (line === undefined) return
    const { style } = document.documentElement
    // A JSON string is a CSS string.
    style.setProperty(marginText, JSON.stringify(line))
    return () => void style.removeProperty(marginText)
  }, [line])
  return <PaperLine className="client-on-paper" about={confidential} />
}
