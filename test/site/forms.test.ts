import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.en.ts'
import { formFilePath, publicPaths } from '#contract/paths.ts'
import { makeForms } from '#server/forms/make-forms.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { controlsOf } from '#test/support/form-controls.ts'
import { readPage, startWebsite } from './website.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = await startWebsite()
})
afterAll(() => app?.close())

describe.each(forms)('the file of the $title', (form) => {
  const url = formFilePath(form.path)

  test('comes as a PDF with its size, its name and a tag', async () => {
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

  test('asks everything that the form asks, with its sections as headings', () => {
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

  test('links to the file, says what to have at hand, and that one may call, fax or mail', () => {
    expect(html).toMatch(new RegExp(`<a [^>]*href="${formFilePath(form.path)}"[^>]*download=""`))
    for (const thing of form.bring) expect(html).toContain(escaped(thing))
    expect(html).toContain('(612) 555-0142')
    expect(html).toContain('(612) 555-0143')
    expect(html).toContain('100 Example Avenue, Suite 200, Minneapolis, MN 55401')
  })

  test('loads the script that reads type and size, which stay blank without it', () => {
    expect(html).toMatch(/<script type="module" src="\/assets\/forms-[\w-]+\.js">/)
    expect(html).toMatch(/<dd data-file-type=""><\/dd>/)
    expect(html).toMatch(/<dd data-file-size=""><\/dd>/)
  })
})

test('the script of the forms is small and shares no file with the one of every page', async () => {
  const html = await readPage(app, forms[0]?.path ?? '')
  for (const [, src = ''] of html.matchAll(/<script type="module" src="([^"]+)"/g)) {
    const script = await readPage(app, src)
    expect(script).not.toMatch(/\bimport\b/)
    if (src.includes('/forms-')) expect(script.length).toBeLessThan(1500)
  }
  expect(await readPage(app, publicPaths.home)).not.toContain('/assets/forms-')
})

test('an operator’s new fax number is on every form at the next start', async () => {
  const other = await startWebsite({ fax: '(612) 555-0177' })
  for (const { path } of forms) {
    const [before, after] = [await app.inject(formFilePath(path)), await other.inject(formFilePath(path))]
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false)
  }
  await other.close()
})

test('what is served is what the forms are made of', async () => {
  const organization = await readOrganization('organization/organization.json')
  const made = await makeForms(organization, 'src/server/forms/fonts')
  expect(made).toHaveLength(forms.length)
  for (const { paths, content } of made) {
    const served = await app.inject(paths[0] ?? '')
    expect(served.rawPayload.equals(content)).toBe(true)
  }
  expect(forms.flatMap(controlsOf).length).toBeGreaterThan(200)
})

function headings(html: string, level: number): (string | undefined)[] {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  return [...main.matchAll(new RegExp(`<h${level}[^>]*>([^<]+)<`, 'g'))].map(([, text]) => text)
}

/** As React writes text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')
}
