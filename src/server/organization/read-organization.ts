import { dirname, join, resolve } from 'node:path'
import type { z } from 'zod'
import { type Organization, organizationSchema } from '#contract/organization/schema.ts'
import { OperatorError } from '#server/operator-error.ts'
import { readWithin } from '#server/plain-file.ts'

/** Relative to the root of the repository; `ORGANIZATION_DIR` names another. */
export const organizationFolder = 'organization'

/** Reads the organization's data. Throws an OperatorError for invalid data. */
export async function readOrganization(file: string, shownAs = file): Promise<Organization> {
  const holds = "the organization's name, address and texts"
  return await readOperatorFile({ folder: dirname(file), file, shownAs, schema: organizationSchema, holds })
}

/** Reads it from the folder, which is relative to `root` or absolute. */
export async function organizationAt(root: string, folder = organizationFolder): Promise<Organization> {
  const file = join(folder, 'organization.json')
  return await readOrganization(resolve(root, file), file)
}

interface OperatorFile<Schema> {
  /** The organization's folder, which no link leaves. */
  folder: string
  file: string
  /** Its name in messages. */
  shownAs: string
  schema: Schema
  /** Describes the content in the message for a missing file: 'the name, address and texts'. */
  holds: string
}

/** Reads a JSON file of the operator. Every error becomes a sentence that names the file and the field. */
export async function readOperatorFile<Schema extends z.ZodType>(
  options: OperatorFile<Schema>,
): Promise<z.output<Schema>> {
  const { folder, file, shownAs, schema, holds } = options
  const bytes = await readWithin(folder, file).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof OperatorError) throw cause
    const reason = cause.code === 'ENOENT' ? 'is missing' : 'cannot be read'
    throw new OperatorError(`${shownAs} ${reason}. It holds ${holds}.`)
  })
  const written = parse(decode(bytes, shownAs), shownAs)
  const checked = schema.safeParse(written)
  if (checked.success) return checked.data
  const sentences = checked.error.issues.flatMap((issue) => describe(issue, written))
  throw new OperatorError(sentences.map((sentence) => `${shownAs}: ${sentence}`).join('\n'))
}

/** Rejects other encodings: invalid UTF-8 is decoded as U+FFFD, and UTF-16 has zero bytes. */
function decode(bytes: Buffer, shownAs: string): string {
  const text = new TextDecoder().decode(bytes)
  const wrong = text.search(/[\0\ufffd]/)
  if (wrong < 0) return text
  const place = `look at the letters with accents in line ${lineAt(text, wrong)}`
  const advice = 'In your editor choose “Save as” and the encoding UTF-8.'
  throw new OperatorError(`${shownAs} is not saved as UTF-8: ${place}. ${advice}`)
}

const rules =
  'Put names and texts in straight double quotes ("), a comma between two entries and none after the last, and no comments.'

function parse(text: string, shownAs: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // Node.js names the line, or quotes the text around the error, which may have line breaks.
    const reason = (cause as SyntaxError).message.replace(/ is not valid JSON$| at position \d+/g, '')
    throw new OperatorError(`${shownAs} is not valid JSON: ${reason.replace(/\s+/g, ' ')}. ${rules}`)
  }
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}

function describe(issue: z.core.$ZodIssue, written: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `The field ${fieldName([...issue.path, key])} is not known; is it misspelled?`,
    )
  }
  return [`The field ${fieldName(issue.path)} ${issueMessage(issue, valueAt(written, issue.path))}.`]
}

const kinds: Record<string, string> = {
  string: 'text in quotes',
  array: 'a list',
  object: 'a group of fields',
}

function issueMessage(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'is missing'
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  return issue.message
}

function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${String(part)}`)).join('')
  return name.replace(/^\./, '') || '(the whole file)'
}

function valueAt(written: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | null)?.[part],
    written,
  )
}
