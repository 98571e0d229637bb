import { clientServices } from '#contract/clients/services.ts'
import { type ClientStatus, clientStatuses, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { folded } from './fields.ts'

/** A cell as the client's schema takes it, or why it can't be meant. */
export type ReadValue<Value = string> = { value: Value } | { reason: string }

/** A status by its label; an empty cell and 'Unknown' are none (decision 36). */
export function readStatus(written: string): ReadValue<ClientStatus | null> {
  const word = folded(written)
  if (written.trim() === '' || word === folded(unknownStatus)) return { value: null }
  const status = clientStatuses.find((one) => word === one || word === folded(statusLabels[one]))
  if (status) return { value: status }
  const allowed = clientStatuses.map((one) => statusLabels[one]).join(', ')
  return { reason: `There is no such status; take ${allowed}, or leave it empty` }
}

/** A service by its label, '&' or 'and' alike. An empty cell is left to the schema. */
export function readService(written: string): ReadValue {
  if (written.trim() === '') return { value: '' }
  const foldedService = (text: string) => folded(text.replaceAll('&', ' and '))
  const service = clientServices.find((one) => foldedService(one) === foldedService(written))
  if (service) return { value: service }
  return { reason: `There is no such service; take ${clientServices.join(', ')}` }
}

/** 'Last, First', or exactly two words. Where a longer name divides is not guessed. */
export function readName(written: string): ReadValue<{ firstName: string; lastName: string }> {
  const parts = written.split(',').map((part) => part.trim())
  const words = written.trim().split(/\s+/)
  const [firstName, lastName] = parts.length === 2 ? parts.toReversed() : words
  const isClear = parts.length === 2 || (parts.length === 1 && words.length === 2)
  if (isClear && firstName && lastName) return { value: { firstName, lastName } }
  return { reason: 'Write the name as "Last, First"' }
}

interface AddressCells {
  address: string
  line2: string
  city: string
  state: string
  zip: string
}

/** One line: 'street, unit, city, state zip'. Line breaks inside a cell count as commas. */
export function joinAddress({ address, line2, city, state, zip }: AddressCells): string {
  const region = [state, zip].map((part) => part.trim()).filter((part) => part !== '')
  return [address, line2, city, region.join(' ')]
    .flatMap((part) => part.split('\n'))
    .map((part) => part.trim().replace(/,$/, ''))
    .filter((part) => part !== '')
    .join(', ')
}
