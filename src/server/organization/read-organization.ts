import { join } from 'node:path'
import { type Organization, organizationSchema } from '#contract/organization/schema.ts'
import { readCheckedJson } from './read-checked-json.ts'

/** Where it stands, from the root of the repository; sentences call it so, too. */
export const organizationFile = 'organization/organization.json'

/** What the operator wrote about the organization; a mistake is an OperatorError. */
export async function readOrganization(file: string, shownAs = file): Promise<Organization> {
  const holds = "the organization's name, address and texts"
  return await readCheckedJson({ file, shownAs, schema: organizationSchema, holds })
}

/** The same from the repository at `root`. */
export async function organizationAt(root: string): Promise<Organization> {
  return await readOrganization(join(root, organizationFile), organizationFile)
}
