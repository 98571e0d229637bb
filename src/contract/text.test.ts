import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from './endpoint-table.ts'
import { toMultiline, toSingleLine } from './plain-text.ts'
import { emailAddress, lineText, multilineText, optionalLineText } from './text.ts'

const tooLong = 'Name can have at most 10 characters'
const rules = { label: 'Name', max: 10, required: 'Name is required' }

const complaints = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

/** Each is two UTF-16 code units, and one code point. */
const emoji = (count: number) => '🙂'.repeat(count)

test('counts UTF-16 code units after trimming, as browsers do for maxlength [T261]', () => {
  for (const schema of [lineText(rules), multilineText(rules)]) {
    expect(complaints(schema, 'x'.repeat(10))).toEqual([])
    expect(complaints(schema, 'x'.repeat(11))).toEqual([tooLong])
    expect(complaints(schema, emoji(5))).toEqual([])
    expect(complaints(schema, emoji(6))).toEqual([tooLong])
    expect(complaints(schema, `${emoji(5)}x`)).toEqual([tooLong])
    expect(complaints(schema, ` ${emoji(5)} `)).toEqual([])
  }
})

test('rejects a text without a visible character, and other types', () => {
  for (const schema of [lineText(rules), multilineText(rules)])
    for (const nothing of [undefined, null, 5, ['a', 'b'], { $gt: '' }, '', ' \n\t\u00a0 ', '\u200d\u200b'])
      expect(complaints(schema, nothing), JSON.stringify(nothing)).toEqual(['Name is required'])
})

test('refuses control characters, and line breaks and tabs on one line [T211]', () => {
  for (const text of ['a\u0000b', 'a\u0007b', 'x\u0085y', 'a\u007fb']) {
    expect(complaints(lineText(rules), text)).toEqual([
      "Name can't contain line breaks or control characters",
    ])
    expect(complaints(multilineText(rules), text)).toEqual(["Name can't contain control characters"])
  }
  for (const text of ['a\nb', 'a\tb', 'a\r\nb', 'a\u2028b', 'a\u2029b', 'a\u202bb', 'a\u2066b']) {
    expect(complaints(lineText(rules), text)).toHaveLength(1)
    expect(multilineText(rules).parse(text)).toBe(text)
  }
})

test('refuses noncharacters and marks that override the direction, and names them [T1051]', () => {
  for (const [text, name] of [
    ['a\uffffb', 'U+FFFF'],
    ['a\ufffeb', 'U+FFFE'],
    ['\u202e0051$', 'U+202E'],
    ['\u202d1500$', 'U+202D'],
  ] as const)
    for (const schema of [lineText(rules), multilineText(rules), optionalLineText(rules)])
      expect(complaints(schema, text)).toEqual([`Name can't contain the character ${name}`])
  expect(complaints(lineText(rules), 'a\u2066b')).toEqual(["Name can't contain the character U+2066"])
})

test('accepts a single email address with at most 64 characters before the @ and 254 in all [T259]', () => {
  const schema = emailAddress({ required: 'Email is required', invalid: 'No email' })
  const longest = `${'a'.repeat(64)}@${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.org`.padEnd(
    254,
    'g',
  )
  expect(schema.parse(` ${longest} `)).toBe(longest)
  for (const text of ['o&leary@example.com', 'a@xn--p1ai.xn--p1ai', 'a.@b.co'])
    expect(schema.parse(text)).toBe(text)
  const wrong = [
    'amina',
    'a@',
    'a@b_c.co',
    'a@b.co, c@d.co',
    'a@b.co\r\nBcc: c@d.co',
    `${'a'.repeat(65)}@b.co`,
  ]
  for (const text of [...wrong, `${longest}g`, `a@${'x'.repeat(250)}.org`])
    expect(complaints(schema, text), text).toEqual(['No email'])
  expect(complaints(schema, ' ')).toEqual(['Email is required'])
})

/** Every text of every call that has a longest value: what names it, its schema and that value. */
const limited = allEndpoints.flatMap(({ method, path, body, query }) =>
  [body, query].flatMap((schema) => {
    if (!schema || !('shape' in schema)) return []
    const fields = Object.entries(schema.shape as Record<string, z.ZodMiniType>)
    return fields.flatMap(([name, field]) => {
      const { maxLength } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
      return maxLength === undefined ? [] : [{ text: `${method} ${path} ${name}`, field, maxLength }]
    })
  }),
)

test('the API’s schemas state maximum lengths', () => {
  expect(limited.map(({ text }) => text)).toContain('POST /contact message')
  expect(limited.map(({ text }) => text)).toContain('POST /clients/search search')
})

test.each(limited)('$text counts UTF-16 code units, as the screens do [T213]', ({ field, maxLength }) => {
  expect(field.safeParse(emoji(maxLength / 2 + 1)).success).toBe(false)
})

test('removes control characters of pasted text, and keeps its line breaks', () => {
  expect(toMultiline('Rent\u000bpaid\u000cNext page')).toBe('Rent\npaid\nNext page')
  expect(toMultiline('land\u0002lord\u0000 \u0085called\u001f')).toBe('landlord called')
  expect(toMultiline('Rent: \u202e0051$\u202c')).toBe('Rent: 0051$\u202c')
  const plain = 'First line\r\n\tSecond line 🙂 “as typed” \u200d–'
  expect(toMultiline(plain)).toBe(plain)
  expect(toSingleLine('4590 America Ave\r\n\u000b\u2028Bemidji\u0002,\tMN')).toBe(
    '4590 America Ave Bemidji, MN',
  )
  expect(toSingleLine('Zoë 👩\u200d👧')).toBe('Zoë 👩\u200d👧')
  expect(complaints(multilineText(rules), toMultiline('a\u000b\u0002b'))).toEqual([])
})
