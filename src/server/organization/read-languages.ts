import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { languageSource } from '#contract/organization/language-source.en.ts'
import {
  type Language,
  type LanguageFile,
  type LanguagePage,
  languageFileSchema,
  languages,
} from '#contract/organization/languages.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { OperatorError } from '#server/operator-error.ts'
import { organizationFolder, readOperatorFile } from './read-organization.ts'

/** The organization's data that a page shows in English until it is translated. */
type English = Pick<Organization, 'safetyLines' | 'interpreter'>

/** A file in the folder `languages`: a draft or a reviewed page. */
interface Translation {
  language: Language
  /** Its name in messages. */
  shownAs: string
  file: LanguageFile
}

/** Reads the existing translations. Throws an OperatorError for invalid ones. */
export async function readTranslations(root: string, folder = organizationFolder): Promise<Translation[]> {
  const there = languages
    .map((language) => ({ language, shownAs: join(folder, 'languages', `${language}.json`) }))
    .filter(({ shownAs }) => existsSync(resolve(root, shownAs)))
  return await Promise.all(
    there.map(async ({ language, shownAs }) => {
      const holds = 'one page of the website in another language'
      const place = { folder: resolve(root, folder), file: resolve(root, shownAs), shownAs }
      return {
        language,
        shownAs,
        file: await readOperatorFile({ ...place, schema: languageFileSchema, holds }),
      }
    }),
  )
}

/** The pages that a qualified person has reviewed, without the drafts. */
export async function readLanguagePages(
  root: string,
  english: English,
  folder = organizationFolder,
): Promise<LanguagePage[]> {
  const reviewed = (await readTranslations(root, folder)).filter(({ file }) => file.reviewer)
  return reviewed.map((translation) => {
    const { language, shownAs, file } = translation
    const isOutdated = file.source !== sourceDigest(english)
    const [missing] = missingTexts(file, english)
    if (missing && !isOutdated)
      throw new OperatorError(
        `${shownAs}: The field ${missing.field} must not be empty, because the file says that a reviewer has checked the whole page.`,
      )
    return { ...file, language, isOutdated }
  })
}

/** A digest of all texts that translators translate: if it differs, the English has changed. */
export function sourceDigest({ safetyLines, interpreter }: English): string {
  const lines = safetyLines.map(({ number, name, when }) => [number, name, when])
  const source = [Object.entries(languageSource), lines, interpreter?.hours ?? '']
  return createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 16)
}

/** The English texts without a translation. */
export function missingTexts(file: LanguageFile, { safetyLines, interpreter }: English) {
  const needed = [
    ...Object.entries(languageSource).map(([key, english]) => ({
      field: `texts.${key}`,
      english: english as string,
      text: file.texts[key as keyof typeof languageSource],
    })),
    ...safetyLines.flatMap(({ number, ...line }) =>
      (['name', 'when'] as const).map((part) => ({
        field: `safetyLines.${number}.${part}`,
        english: line[part],
        text: file.safetyLines[number]?.[part],
      })),
    ),
    ...(interpreter
      ? [{ field: 'interpreterHours', english: interpreter.hours, text: file.interpreterHours }]
      : []),
  ]
  return needed.filter(({ text }) => !text).map(({ field, english }) => ({ field, english }))
}
