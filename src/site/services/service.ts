import type { FC } from 'react'
import type { ServiceKey } from '#contract/services/service-keys.ts'

/** What is said about a service, whichever page says it. */
export type Service = {
  /** Its name in `publicPaths` and in the organization's notices. */
  key: ServiceKey
  title: string
  card: string
  Picture: FC<{ label?: string }>
}

/** The words of a page that is made from the one template. */
export type ServiceWording = {
  description: (name: string) => string
  lead: string
  whatItIs: readonly string[]
  /** Kinds of help, where a list says it better than sentences. */
  kinds?: readonly string[]
  whoFor: { intro: string; cases: readonly string[]; more?: string }
  steps: readonly { title: string; text: string }[]
  ending: readonly string[]
  /** Abbreviations and hard words of the page. */
  words?: readonly { word: string; meaning: string }[]
}
