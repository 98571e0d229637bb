import type { Random } from '#test/support/random.ts'
import type { Schema } from './api-document.ts'
import { injectedTexts, marker } from './injected-texts.ts'

type Json = Record<string, unknown>

/** Spoils one field of a body that was right, as its schema says what wrong is. */
export function spoilField(body: Json, schema: Schema, random: Random): Json {
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return { ...body, [marker]: random.pick(injectedTexts) }
  const name = random.pick(names)
  const { [name]: _, ...others } = body
  return random.pick([
    () => ({ ...body, [name]: random.pick(injectedTexts) }),
    () => ({ ...body, [name]: random.pick(injectedTexts) }),
    () => ({ ...body, [name]: random.pick(invalidValues(schema.properties[name])) }),
    () => others,
    () => ({ ...body, ...random.pick(uninvited) }),
  ])()
}

/** Nobody asked for these; they must not be stored, nor change who may do what. */
const uninvited: readonly Json[] = [
  { role: 'super-admin', permissions: ['*'], isAdmin: true },
  { _id: marker, id: marker, version: 99, createdAt: '1999-01-01T00:00:00Z', deletedAt: null },
  { author: `${marker}@evil.example`, clientId: marker, date: '1999-01-01T00:00:00Z' },
  { hasPassword: true, password: marker, password_hash: '$argon2id$v=19$m=8,t=1,p=1$YQ$YQ' },
  { constructor: { prototype: { role: 'super-admin' } }, toString: marker, toJSON: marker },
  { [marker.repeat(900)]: 1 },
  { '': marker, ' ': marker, 'a.b': marker, '0': marker, length: -1 },
]

/** Of a wrong kind, too long, too short, out of range, not among the choices. */
function invalidValues({ maxLength, enum: choices = [], minimum = 0 }: Schema): unknown[] {
  const longest = Number(maxLength ?? 300)
  return [
    ...[null, true, false, 0, -1, 1.5, -0, 2 ** 53, 1e308, minimum - 1],
    ...['', ' ', '\t', '0', 'null', 'NaN', '2026-02-30', '0000-00-00', '9999-12-31', '1899-12-31'],
    ...[[], [[]], [marker], {}, { $gt: '' }, { length: 3 }, { valueOf: marker }],
    ...['x', '🙂', '\u0301', 'ﷺ', '㌖', '\\', '"', '%', '\u202e'].flatMap((letter) =>
      [longest, longest + 1].map((length) => letter.repeat(Math.ceil(length / letter.length))),
    ),
    ...choices.flatMap((choice: unknown) => [`${choice} `, String(choice).toUpperCase(), [choice]]),
    ...['__proto__', 'constructor', 'hasOwnProperty'],
  ]
}

/** Spoils what a body is written as. */
export function spoilBytes(body: Json, bodyLimit: number, random: Random): Buffer {
  const text = JSON.stringify(body)
  const inside = text.slice(1)
  const at = random.below(text.length)
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  return random.pick([
    () => Buffer.from(text.slice(0, at)),
    () => withBytes(text, at, random.pick(brokenBytes)),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(text.replaceAll('"', "'")),
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from(random.pick(['', 'null', '[]', '"x"', '0', 'true', 'NaN', '{', '\0', `[${text}]`])),
    () => Buffer.from(`{"__proto__":{"role":"super-admin","${marker}":1},${inside}`),
    () => Buffer.from(`{"x":${nested(random.pick([19, 20, 21, 5_000, 30_000]))},${inside}`),
    () => Buffer.from(`{"x":1e99999,"y":-0,"z":${'9'.repeat(400)},${inside}`),
    () =>
      Buffer.from(`{"x":"${random.pick(['\\ud800', '\\u0000', '\\udfff\\ud800', '\\x', '\n'])}",${inside}`),
    () => Buffer.from(`{${'"x":1,'.repeat(2_000)}${inside}`),
    () => Buffer.from(`${' '.repeat(bodyLimit - text.length)}${text}`),
    () => Buffer.from(`${' '.repeat(bodyLimit)}${text}`),
    () => Buffer.from(new URLSearchParams({ x: marker, ...(body as Record<string, string>) }).toString()),
  ])()
}

/** No byte of UTF-8, one that is written too long, half of a pair, the end in the middle of a letter. */
const brokenBytes: readonly number[][] = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0x00]]

function withBytes(text: string, at: number, bytes: number[]): Buffer {
  return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at))])
}
