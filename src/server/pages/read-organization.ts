import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { type Organization, organizationSchema } from '#contract/organization/schema.ts'
import { StartFailure } from '#server/start-failure.ts'

/** Reads what the operator wrote; every mistake becomes a sentence that names the file and the field. */
export async function readOrganization(file: string, shownAs = file): Promise<Organization> {
  const written = parse(await read(file, shownAs), shownAs)
  const checked = organizationSchema.safeParse(written)
  if (checked.success) return checked.data
  const sentences = checked.error.issues.flatMap((issue) => describe(issue, written))
  throw new StartFailure(sentences.map((sentence) => `${shownAs}: ${sentence}`).join('\n'))
}

async function read(file: string, shownAs: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : 'cannot be read'
    throw new StartFailure(`${shownAs} ${reason}. It holds the organization's name, address and texts.`)
  }
}

function parse(text: string, shownAs: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new StartFailure(`${shownAs} is not valid JSON${place(cause, text)}.`)
  }
}

/** V8 names the position of the mistake; people look for a line. */
function place(cause: unknown, text: string): string {
  const position = /position (\d+)/.exec(String(cause))?.[1]
  if (position === undefined) return ': it ends too early or is empty'
  return `: look at line ${text.slice(0, Number(position)).split('\n').length}`
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
