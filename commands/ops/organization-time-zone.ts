import { organizationAt } from '#server/organization/read-organization.ts'
import { root } from '../install.mjs'

/** What counts as a day for the people whose records these are. */
export async function organizationTimeZone(): Promise<string> {
  return (await organizationAt(root)).timeZone
}
