import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { type Organization, organizationSchema } from '#contract/organization/schema.ts'
import { OperatorError } from '#server/operator-error.ts'

/** Where it stands, from the root of the repository; sentences call it so, too. */
export const organizationFile = 'organization/organization.json'

/** What the operator wrote about the organization; a mistake is an OperatorError. */
export async function readOrganization(file: string, shownAs = file): Promise<Organization> {
  const holds = "the organization's name, address and texts"
  return await readOperatorFile({ file, shownAs, schema: organizationSchema, holds })
}

/** The same from the repository at `root`. */
export async function organizationAt(root: string): Promise<Organization> {
  return await readOrganization(join(root, organizationFile), organizationFile)
}

interface OperatorFile<Schema> {
  file: string
  /** How sentences call it. */
  shownAs: string
  schema: Schema
  /** What is in it, for whoever has lost it: 'the name, address and texts'. */
  holds: string
}

/** A JSON file that an operator wrote; every mistake becomes a sentence that names the file and the field. */
export async function readOperatorFile<Schema extends z.ZodType>(
  options: OperatorFile<Schema>,
): Promise<z.output<Schema>> {
  const { file, shownAs, schema, holds } = options
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'is missing' : 'cannot be read'
    throw new OperatorError(`${shownAs} ${reason}. It holds ${holds}.`)
  })
  const written = parse(decode(bytes, shownAs), shownAs)
  const checked = schema.safeParse(written)
  if (checked.success) return checked.data
  const sentences = checked.error.issues.flatMap((issue) => describe(issue, written))
  throw new OperatorError(sentences.map((sentence) => `${shownAs}: ${sentence}`).join('\n'))
}

/** A byte that is no UTF-8 is read as U+FFFD; UTF-16 has a zero beside each letter of ASCII. */
function decode(bytes: Buffer, shownAs: string): string {
  const text = new TextDecoder().decode(bytes)
  const wrong = text.search(/[\0\ufffd]/)
  if (wrong < 0) return text
  const place = `look at the letters with accents in line ${lineAt(text, wrong)}`
  const advice = 'In your editor choose “Save as” and the encoding UTF-8.'
  throw new OperatorError(`${shownAs} is not saved as UTF-8: ${place}. ${advice}`)
}

const rules =
  'Names and texts stand between straight double quotes ("), a comma stands between two entries and none after the last, and there are no comments.'

function parse(text: string, shownAs: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = reasonOf(cause)
    const place = firstMistake(text)
    if (place >= text.trimEnd().length)
      throw new OperatorError(`${shownAs} is not valid JSON: it ends too early or is empty.`)
    const line = lineAt(text, place)
    throw new OperatorError(
      `${shownAs} is not valid JSON in line ${line} or just before it: ${reason}. ${rules}`,
    )
  }
}

/** Without the place, and without the part of the text that Node.js repeats. */
function reasonOf(cause: unknown): string {
  const { message } = cause as SyntaxError
  return message.replace(/( in JSON| after JSON)? at position .*$|, (\.\.\.)?".*is not valid JSON$/s, '')
}

/** Node.js names no place for an unexpected token: that is where the longest beginning without one ends. */
function firstMistake(text: string): number {
  const told = mistakeTold(text)
  if (told !== undefined) return told
  let [right, wrong] = [0, text.length]
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (mistakeTold(text.slice(0, middle)) === undefined) wrong = middle
    else right = middle
  }
  return right
}

function mistakeTold(text: string): number | undefined {
  try {
    JSON.parse(text)
    return text.length
  } catch (cause) {
    const { message } = cause as SyntaxError
    const place = /JSON at position (\d+)/.exec(message)?.[1]
    if (place !== undefined) return Number(place)
    return message.endsWith('end of JSON input') ? text.length : undefined
  }
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}

function describe(issue: z.core.$ZodIssue, written: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `The field ${fieldName([...issue.path, key])} is not known; is it misspelt?`,
    )
  }
  return [`The field ${fieldName(issue.path)} ${whatIsWrong(issue, valueAt(written, issue.path))}.`]
}

const kinds: Record<string, string> = {
  string: 'a text in quotes',
  array: 'a list',
  object: 'a group of fields',
}

function whatIsWrong(issue: z.core.$ZodIssue, value: unknown): string {
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
