import { beforeAll, describe, expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.en.ts'
import { formFilePath } from '#contract/paths.ts'
import { readPage, startWebsite } from './website.ts'

const app = await startWebsite()

describe.each(forms)('the file of the $title', (form) => {
  const url = formFilePath(form.path)

  test('is a PDF with size, name and ETag [T78]', async () => {
    const { statusCode, headers, rawPayload } = await app.inject({
      url,
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toMatch(/^inline; filename="[a-z-]+-form\.pdf"$/)
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(headers).not.toHaveProperty('content-encoding')
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const again = await app.inject({ url, headers: { 'if-none-match': `${headers.etag}` } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe.each(forms)('the page of the $title', (form) => {
  let html: string
  beforeAll(async () => {
    html = await readPage(app, form.path)
  })

  test('names every question of the form, with its sections as headings', () => {
    expect(headings(html, 1)).toEqual([form.title])
    expect(headings(html, 3)).toEqual(form.sections.map(({ title }) => escaped(title)))
    for (const field of form.sections.flatMap(({ rows }) => rows.flat())) {
      expect(html).toContain(escaped(field.spoken ?? field.label))
      if (field.hint) expect(html).toContain(escaped(field.hint))
      if (field.kind === 'table') {
        for (const { label } of field.columns) expect(html).toContain(escaped(label))
        const between = field.rows.some((row) => row.includes(',')) ? '; ' : ', '
        expect(html, 'each row is told from the next').toContain(
          escaped(field.rows.slice(0, -1).join(between)),
        )
      }
    }
    for (const { notice } of form.sections) if (notice) expect(html).toContain(escaped(notice))
  })

  test('links to the file, says what to have ready, and how to call, fax or mail', () => {
    expect(html).toMatch(new RegExp(`<a [^>]*href="${formFilePath(form.path)}"[^>]*download=""`))
    for (const thing of form.bring) expect(html).toContain(escaped(thing))
    expect(html).toContain('(612) 555-0142')
    expect(html).toContain('(612) 555-0143')
    expect(html).toContain('100 Example Avenue, Suite 200, Minneapolis, MN 55401')
  })

  test('loads the script that fills in type and size, which are empty without it', () => {
    expect(html).toMatch(/<script type="module" src="\/assets\/forms-[\w-]+\.js">/)
    expect(html).toMatch(/<dd data-file-type=""><\/dd>/)
    expect(html).toMatch(/<dd data-file-size=""><\/dd>/)
  })
})

function headings(html: string, level: number): (string | undefined)[] {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  return [...main.matchAll(new RegExp(`<h${level}[^>]*>([^<]+)<`, 'g'))].map(([, text]) => text)
}

/** Escapes text as React does. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')
}
