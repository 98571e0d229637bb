import { z } from 'zod'
import { languagePaths } from '#contract/paths.ts'
import { type LanguageText, languageSource } from './language-source.en.ts'
import { callable, line } from './schema.ts'

export type Language = keyof typeof languagePaths

export const languages = Object.keys(languagePaths) as Language[]

/** A translation; empty until there is one. */
const translated = line(600).default('')

const texts = z.strictObject(
  Object.fromEntries(
    Object.entries(languageSource).map(([key, english]) => [key, translationOf(english)]),
  ) as Record<LanguageText, typeof translated>,
)

function translationOf(english: string) {
  const placeholders = english.match(/\{\w+\}/g) ?? []
  return translated.refine(
    (text) => text === '' || placeholders.every((placeholder) => text.includes(placeholder)),
    `must contain ${placeholders.join(' and ')}, as the English text does`,
  )
}

/** `organization/languages/es.json`: the page in one language. Without a reviewer it is a draft, which no visitor sees. */
export const languageFileSchema = z
  .strictObject({
    note: line(300).default(''),
    translator: line(200).default(''),
    /** The qualified person who checked every text. */
    reviewer: line(200).default(''),
    reviewedOn: z.union([z.literal(''), z.iso.date()], 'must be a day written like 2026-11-30').default(''),
    /** The digest of the English texts at that time, as `ops languages` prints it. */
    source: line(64).default(''),
    texts,
    /** Translations of the organization's safety lines, by number. */
    safetyLines: z.record(callable, z.strictObject({ name: translated, when: translated })).default({}),
    interpreterHours: translated,
  })
  .superRefine((file, context) => {
    if (!file.reviewer) return
    for (const field of ['translator', 'reviewedOn', 'source'] as const) {
      if (!file[field])
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'must not be empty if there is a reviewer',
        })
    }
  })

export type LanguageFile = z.output<typeof languageFileSchema>

/** A reviewed page. Its empty texts are shown in English. */
export type LanguagePage = Pick<LanguageFile, 'texts' | 'safetyLines' | 'interpreterHours' | 'reviewedOn'> & {
  language: Language
  /** The English texts have changed since the review. */
  isOutdated: boolean
}
