import { join } from 'node:path'
import { readOrganization } from '#server/pages/read-organization.ts'
import { root } from '../install.mjs'

/** What counts as a day for the people whose records these are. */
export async function organizationTimeZone(): Promise<string> {
  const file = 'organization/organization.json'
  return (await readOrganization(join(root, file), file)).timeZone
}
