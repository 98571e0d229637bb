import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from './endpoint-table.ts'
import { plainLine, plainProse } from './plain-text.ts'
import { emailAddress, line, prose } from './text.ts'

const tooLong = 'Name can have at most 10 characters'
const rules = { label: 'Name', max: 10, required: 'Name is required' }

const complaints = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

/** Each is two UTF-16 code units, and one code point. */
const emoji = (count: number) => '🙂'.repeat(count)

test('length is counted in UTF-16 code units, as a browser counts for maxlength, after white space went', () => {
  for (const schema of [line(rules), prose(rules)]) {
    expect(complaints(schema, 'x'.repeat(10))).toEqual([])
    expect(complaints(schema, 'x'.repeat(11))).toEqual([tooLong])
    expect(complaints(schema, emoji(5))).toEqual([])
    expect(complaints(schema, emoji(6))).toEqual([tooLong])
    expect(complaints(schema, `${emoji(5)}x`)).toEqual([tooLong])
    expect(complaints(schema, ` ${emoji(5)} `)).toEqual([])
  }
})

test('asks for a text where there is nothing to see, or no text', () => {
  for (const schema of [line(rules), prose(rules)])
    for (const nothing of [undefined, null, 5, ['a', 'b'], { $gt: '' }, '', ' \n\t\u00a0 ', '\u200d\u200b'])
      expect(complaints(schema, nothing), JSON.stringify(nothing)).toEqual(['Name is required'])
})

test('refuses control characters, and line breaks and tabs on one line', () => {
  for (const text of ['a\u0000b', 'a\u0007b', 'x\u0085y', 'a\u007fb']) {
    expect(complaints(line(rules), text)).toEqual(["Name can't hold line breaks or control characters"])
    expect(complaints(prose(rules), text)).toEqual(["Name can't hold control characters"])
  }
  for (const text of ['a\nb', 'a\tb', 'a\r\nb']) {
    expect(complaints(line(rules), text)).toHaveLength(1)
    expect(prose(rules).parse(text)).toBe(text)
  }
})

test('an email address is one, on one line, with at most 64 characters before the @ and 254 in all', () => {
  const schema = emailAddress({ required: 'Email is required', invalid: 'No email' })
  const longest = `${'a'.repeat(64)}@${'d'.repeat(60)}.${'e'.repeat(60)}.org`.padEnd(254, 'g')
  expect(schema.parse(` ${longest} `)).toBe(longest)
  const wrong = ['amina', 'a@b', 'a@b.co, c@d.co', 'a@b.co\r\nBcc: c@d.co', `${'a'.repeat(65)}@b.co`]
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

test('the calls of the API name their longest values', () => {
  expect(limited.map(({ text }) => text)).toContain('POST /contact message')
  expect(limited.map(({ text }) => text)).toContain('POST /clients/search search')
})

test.each(limited)('$text counts as the screens do', ({ field, maxLength }) => {
  expect(field.safeParse(emoji(maxLength / 2 + 1)).success).toBe(false)
})

test('what another program adds unseen to a text is taken out, and its line breaks are kept as such', () => {
  expect(plainProse('Rent\u000bpaid\u000cNext page')).toBe('Rent\npaid\nNext page')
  expect(plainProse('land\u0002lord\u0000 \u0085called\u001f')).toBe('landlord called')
  const plain = 'First line\r\n\tSecond line 🙂 “as typed” \u200d–'
  expect(plainProse(plain)).toBe(plain)
  expect(plainLine('4590 America Ave\r\n\u000bBemidji\u0002,\tMN')).toBe('4590 America Ave Bemidji, MN')
  expect(plainLine('Zoë 👩\u200d👧')).toBe('Zoë 👩\u200d👧')
  expect(complaints(prose(rules), plainProse('a\u000b\u0002b'))).toEqual([])
})
