import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import type { MessageFilters } from './queries.ts'

/** What makes a file is given. `onProgress` says how many messages stand in it so far. */
export interface ExportOrder {
  messages: readonly ContactMessage[]
  filters: MessageFilters
  signal: AbortSignal
  onProgress: (done: number) => void
}
