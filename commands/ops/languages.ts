import { usageError } from '#commands/command-line.ts'
import { root, say } from '#commands/install.mjs'
import type { LanguageFile } from '#contract/organization/languages.ts'
import { readConfig } from '#server/config.ts'
import { missingTexts, readTranslations, sourceDigest } from '#server/organization/read-languages.ts'
import { organizationAt } from '#server/organization/read-organization.ts'
import type { Operation } from './operation.ts'

export const languages: Operation = {
  usage: 'npm run ops -- languages',
  explanation:
    'Prints the digest of the English texts that translators translate and, for each page in\n' +
    'another language, whether visitors see it and which texts are missing (docs/languages.md).',
  async run(parameters) {
    if (parameters.length > 0) throw usageError('languages takes no parameters.', this.usage)
    const { organizationDir } = readConfig(process.env, root)
    const organization = await organizationAt(root, organizationDir)
    const digest = sourceDigest(organization)
    say(`The source digest of the English texts: ${digest}`)
    if (!organization.interpreter)
      say('organization.json names no interpreter, so no page says how to call in another language.')
    for (const { shownAs, file } of await readTranslations(root, organizationDir)) {
      const missing = missingTexts(file, organization)
      const lacks = missing.length > 0 ? `Missing texts: ${missing.length}` : 'No text is missing.'
      say(`\n${shownAs}: ${stateOf(file, digest)} ${lacks}`)
      for (const { field, english } of missing) say(`  ${field}: ${english}`)
    }
  },
}

function stateOf({ reviewer, reviewedOn, source }: LanguageFile, digest: string): string {
  if (!reviewer) return 'a draft without a reviewer. Visitors do not see it.'
  const change = source === digest ? '' : ' The English texts have changed since.'
  return `reviewed by ${reviewer} on ${reviewedOn}.${change}`
}
