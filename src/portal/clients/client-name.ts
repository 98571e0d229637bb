import type { Client } from '#contract/clients/schema.ts'

export function fullName({ firstName, lastName }: Pick<Client, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}
