import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { OperatorError } from '#server/operator-error.ts'
import { whereJsonBreaks } from './json-mistake.ts'
import { decodeUtf8 } from './utf-8.ts'

interface OperatorsFile<Schema> {
  file: string
  /** How sentences call it. */
  shownAs: string
  schema: Schema
  /** What is in it, for whoever has lost it: 'the name, address and texts'. */
  holds: string
}

/** A file that an operator wrote; every mistake becomes a sentence that names the file and the field. */
export async function readCheckedJson<Schema extends z.ZodType>({
  file,
  shownAs,
  schema,
  holds,
}: OperatorsFile<Schema>): Promise<z.output<Schema>> {
  const written = parse(await read(file, shownAs, holds), shownAs)
  const checked = schema.safeParse(written)
  if (checked.success) return checked.data
  const sentences = checked.error.issues.flatMap((issue) => describe(issue, written))
  throw new OperatorError(sentences.map((sentence) => `${shownAs}: ${sentence}`).join('\n'))
}

async function read(file: string, shownAs: string, holds: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'is missing' : 'cannot be read'
    throw new OperatorError(`${shownAs} ${reason}. It holds ${holds}.`)
  })
  const { text, mistake } = decodeUtf8(bytes)
  if (mistake !== undefined) throw new OperatorError(`${shownAs} is not saved as UTF-8${mistake}`)
  return text
}

function parse(text: string, shownAs: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${shownAs} is not valid JSON: ${whereJsonBreaks(text)}.`)
  }
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
