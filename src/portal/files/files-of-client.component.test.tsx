import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#contract/access/roles.ts'
import type { ClientFile } from '#contract/files/endpoints.ts'
import { hasOtherUnsaved } from '#portal/drafts/drafts.ts'
import { PapersOfClient } from '#portal/papers/papers-of-client.tsx'
import { chooseFiles } from '#test/support/choose-files.ts'
import { exampleClient } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { FilesOfClient, FilesOfPaper } from './files-of-client.tsx'
import { prepareFile } from './prepare-file.ts'
import { forgetUnsentFiles } from './unsent-files.ts'

const { id } = exampleClient
const files = `GET /clients/${id}/files`
const papers = `GET /clients/${id}/papers`

const lease = {
  ...{ _id: 'f1', id: 'f1', clientId: id, paperId: null, name: 'Lease.pdf', type: 'application/pdf' },
  ...{ bytes: 2_400_000, sha256: '', createdAt: '2026-03-05T15:00:00Z', createdBy: 'mia@example.org' },
  version: 1,
} satisfies ClientFile
const picture: ClientFile = {
  ...lease,
  _id: 'f2',
  id: 'f2',
  name: 'Key.png',
  type: 'image/png',
  paperId: 'p1',
}
const paper = {
  ...{ _id: 'p1', id: 'p1', clientId: id, kind: 'release', to: 'Hennepin County', purpose: null },
  ...{ where: null, signedOn: '2025-03-05', expiresOn: null, revokedOn: null, version: 1 },
}

/** Answers an upload at the word of the test. */
class FakeRequest {
  static sent: FakeRequest[] = []
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  headers = new Headers()
  status = 0
  response: Blob | undefined
  url = ''
  body: File | undefined
  isAborted = false
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getAllResponseHeaders = () => 'content-type: application/json\r\n'
  abort() {
    this.isAborted = true
  }
  send(body: File) {
    this.body = body
    FakeRequest.sent.push(this)
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, response: new Blob([JSON.stringify(body)]) })
    this.onload()
  }
}

async function openFiles(answers: Answers = {}, role: Role = 'employee') {
  FakeRequest.sent = []
  const stored: ClientFile[] = []
  const opened = await openPortal({
    screens: {
      '/manager/clients': <h1>Clients</h1>,
      '/manager/client-details/:id': (
        <>
          <PapersOfClient
            clientId={id}
            copies={(paper, lineId) => <FilesOfPaper paper={paper} lineId={lineId} />}
          />
          <FilesOfClient clientId={id} />
        </>
      ),
    },
    address: `/manager/client-details/${id}`,
    role,
    answers: { [files]: () => Response.json(stored), [papers]: () => Response.json([paper]), ...answers },
  })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  onTestFinished(forgetUnsentFiles)
  // Later, this button would move the others while a test uses them.
  const ofPaper = opened.screen.getByRole('region', { name: 'Signed documents' })
  await expect.element(ofPaper.getByRole('button', { name: 'Add a file' })).toBeVisible()
  const card = opened.screen.getByRole('region', { name: 'Files' })
  return { ...opened, stored, card }
}

/** What a person chooses after a press of “Add a file”. */
async function choose(chosen: File[], region = 'Files') {
  const button = page.getByRole('region', { name: region }).getByRole('button', { name: 'Add a file' })
  await expect.element(button).toBeVisible()
  chooseFiles(button.element().previousElementSibling, chosen)
}

const pdf = (name: string, content = '%PDF-1.7') => new File([content], name)

async function drawn(width: number, height: number, type: string): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = 'red'
    context.fillRect(0, 0, width, height)
    context.fillStyle = 'blue'
    context.fillRect(0, 0, width / 4, height)
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  return blob ?? new Blob()
}

/** A JPEG that was taken with the camera on its side: Exif says that its first row is on the right. */
async function turnedJpeg(width: number, height: number): Promise<File> {
  const bytes = new Uint8Array(await (await drawn(width, height, 'image/jpeg')).arrayBuffer())
  const tag = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...tag, 0, 0, 0, 0]
  const segment = [0xff, 0xe1, 0, exif.length + 2, ...exif]
  return new File([bytes.slice(0, 2), new Uint8Array(segment), bytes.slice(2)], 'IMG_1.jpg')
}

test('files are sent one after another, with their names and how far they are [T1375]', async () => {
  const { card, stored, screen } = await openFiles()
  await expect.element(card).toMatchTextContent('No files have been added.')
  await choose([pdf('Läse “1”.pdf'), pdf('Second.pdf')])
  await expect.poll(() => FakeRequest.sent.length).toBe(1)
  const [first] = FakeRequest.sent
  expect(first?.url).toBe(`/api/clients/${id}/files`)
  expect(Object.fromEntries(first?.headers ?? [])).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''L%C3%A4se%20%E2%80%9C1%E2%80%9D.pdf",
    'idempotency-key': expect.stringMatching(/^\w{32}$/),
  })
  first?.upload.onprogress?.({ loaded: 45, total: 100 })
  const progress = card.getByLabelText('Läse “1”.pdf, 45 percent')
  await expect.poll(() => (progress.element() as HTMLProgressElement).value).toBe(0.45)
  await expect.element(card.getByLabelText('Second.pdf, waiting')).toBeVisible()
  await expect.element(card.getByRole('status')).toMatchTextContent('Adding Läse “1”.pdf: 25 percent')
  expect(FakeRequest.sent).toHaveLength(1)
  stored.push({ ...lease, name: 'Läse “1”.pdf' })
  first?.answer(201, lease)
  await expect.poll(() => FakeRequest.sent.length).toBe(2)
  await expect.element(screen.getByText('Läse “1”.pdf was added.')).toBeVisible()
  FakeRequest.sent[1]?.answer(201, lease)
  await expect.poll(() => card.getByRole('progressbar').elements()).toEqual([])
  await expect
    .element(card.getByRole('listitem'))
    .toMatchTextContent('Läse “1”.pdf2.3 MB · Mar 5, 2026 · mia@example.org')
})

test('a file that was not stored stays, and each try sends the same bytes under the same key [T1376]', async () => {
  const { card } = await openFiles()
  await choose([await turnedJpeg(80, 40)])
  await expect.poll(() => FakeRequest.sent.length).toBe(1)
  FakeRequest.sent[0]?.onerror()
  await expect.element(card.getByRole('alert')).toMatchTextContent('Not added. The server is not responding.')
  expect(hasOtherUnsaved()).toBe(true)
  const retry = card.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toHaveAccessibleDescription('IMG_1.jpg')
  await retry.click()
  await expect.poll(() => FakeRequest.sent.length).toBe(2)
  const [first, second] = FakeRequest.sent
  expect(second?.body).toBe(first?.body)
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  const fields = { name: 'The name is too long.' }
  second?.answer(400, { code: 'invalid-input', message: 'Some fields are wrong.', fields })
  await expect.element(card.getByRole('alert')).toMatchTextContent('Not added. The name is too long.')
  await card.getByRole('button', { name: 'Remove' }).click()
  await expect.element(card.getByRole('button', { name: 'Add a file' })).toHaveFocus()
  expect(hasOtherUnsaved()).toBe(false)
})

test('canceling ends the sending, and the next file has its turn [T1377]', async () => {
  const { card } = await openFiles()
  await choose([pdf('One.pdf'), pdf('Two.pdf'), pdf('Three.pdf')])
  await expect.poll(() => FakeRequest.sent.length).toBe(1)
  const line = (name: string) => card.getByRole('listitem').filter({ hasText: name })
  await line('Two.pdf').getByRole('button', { name: 'Cancel' }).click()
  await line('One.pdf').getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => FakeRequest.sent.length).toBe(2)
  expect(FakeRequest.sent[0]?.isAborted).toBe(true)
  expect(FakeRequest.sent[1]?.body?.name).toBe('Three.pdf')
  expect(card.getByRole('progressbar').elements()).toHaveLength(1)
})

test('files that are waiting stay when their screen is left', async () => {
  const { card, screen, router } = await openFiles()
  await choose([pdf('One.pdf'), pdf('Two.pdf')])
  await expect.poll(() => FakeRequest.sent.length).toBe(1)
  await router.navigate('/manager/clients')
  await expect.element(card).not.toBeInTheDocument()
  FakeRequest.sent[0]?.answer(201, lease)
  await expect.poll(() => FakeRequest.sent.length).toBe(2)
  FakeRequest.sent[1]?.answer(503, { code: 'scanner-away', message: 'It could not be scanned.' })
  await router.navigate(`/manager/client-details/${id}`)
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Not added. It could not be scanned.')
})

test('what can’t be stored says why before it is sent [T1378]', async () => {
  const { card } = await openFiles()
  const heic = new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_2.jpg')
  const damaged = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])], 'IMG_3.jpg')
  await choose([
    new File(['<svg/>'], 'a.pdf'),
    heic,
    damaged,
    pdf('Large.pdf', `%PDF-${' '.repeat(11_000_000)}`),
  ])
  await expect
    .poll(() =>
      card
        .getByRole('alert')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([
      'Not added. Only PDF, JPEG and PNG files can be stored.',
      expect.stringMatching(/HEIC.*Most Compatible/),
      'Not added. This picture can’t be read. It may be damaged, or too large for this device.',
      'Not added. This file is 10.5 MB. The limit is 10 MB. Split it, or scan it at a lower resolution.',
    ])
  expect(FakeRequest.sent).toEqual([])
  // Leaving the page loses nothing.
  expect(hasOtherUnsaved()).toBe(false)
})

test('a JPEG is drawn upright without its Exif, and large pictures are made smaller [T1379]', async () => {
  const size = async (file: Blob) => {
    const { width, height } = await createImageBitmap(file, { imageOrientation: 'none' as never }).catch(() =>
      createImageBitmap(file),
    )
    return [width, height]
  }
  const turned = await turnedJpeg(400, 200)
  const upright = await prepareFile(turned)
  expect(upright.name).toBe('IMG_1.jpg')
  expect(await size(upright)).toEqual([200, 400])
  expect(await upright.text()).not.toContain('Exif')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  context?.drawImage(await createImageBitmap(upright), 0, 0)
  // The left quarter is the upper one now.
  expect([...(context?.getImageData(100, 20, 1, 1).data ?? [])].map((part) => part > 128)).toEqual([
    ...[false, false, true, true],
  ])
  const large = new File([await drawn(5200, 2000, 'image/jpeg')], 'a.jpg')
  expect(await size(await prepareFile(large))).toEqual([2600, 1000])
  const small = new File([await drawn(10, 10, 'image/png')], 'a.png')
  const wide = new File([await drawn(3000, 10, 'image/png')], 'b.png')
  expect((await prepareFile(small)).size).toBe(small.size)
  const made = await prepareFile(wide)
  expect(await size(made)).toEqual([2600, 9])
  expect((await made.text()).slice(1, 4)).toBe('PNG')
  const document_ = pdf('a.pdf')
  expect(await prepareFile(document_)).toBe(document_)
})

test('a picture is shown, and its address revoked; a PDF is saved [T1380]', async () => {
  const content = await drawn(20, 20, 'image/png')
  const { card, screen } = await openFiles({
    [files]: () => Response.json([lease, picture]),
    'GET /files/f1/content': () => new Response('%PDF-1.7'),
    'GET /files/f2/content': () => new Response(content),
  })
  const lines = card.getByRole('listitem')
  const view = card.getByRole('button', { name: 'View' })
  await expect.element(lines.nth(1)).toMatchTextContent('Copy of Release of information, to Hennepin County')
  expect(view.elements()).toHaveLength(1)
  await expect.element(view).toHaveAccessibleDescription('Key.png')
  await view.click()
  const shown = screen.getByRole('dialog', { name: 'Key.png' }).getByRole('img', { name: 'Key.png' })
  await expect.poll(() => (shown.element() as HTMLImageElement).naturalWidth).toBe(20)
  const address = (shown.element() as HTMLImageElement).src
  await userEvent.keyboard('{Escape}')
  await expect.element(shown).not.toBeInTheDocument()
  await expect.element(view).toHaveFocus()
  vi.unstubAllGlobals()
  await expect(fetch(address)).rejects.toThrow()
})

test('a PDF is saved under a name with its extension', async () => {
  const { card } = await openFiles({
    [files]: () => Response.json([{ ...lease, name: 'Lease' }]),
    'GET /files/f1/content': () => new Response('%PDF-1.7'),
  })
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  await card.getByRole('button', { name: 'Download' }).click()
  await expect.element(page.getByText('Lease is in your downloads.')).toBeVisible()
  expect(names).toEqual(['Lease.pdf'])
})

test('a file is renamed, also after another person has renamed it [T1381]', async () => {
  const sent: unknown[] = []
  const newer = { ...lease, name: 'Lease 2026.pdf', version: 2 }
  const replies = [
    () => Response.json({ code: 'version-conflict', message: 'Changed.', current: newer }, { status: 409 }),
    () => Response.json({ ...newer, version: 3 }),
  ]
  const { card, screen } = await openFiles({
    [files]: () => Response.json([lease]),
    'PUT /files/f1'(body) {
      sent.push(body)
      return replies.shift()?.() ?? Response.error()
    },
  })
  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit file' })
  await dialog.getByLabelText('Name').fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByLabelText('Name').fill('Lease of March.pdf')
  await dialog.getByLabelText('Signed document').selectOptions('p1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('Someone else has just changed this file. It is now called “Lease 2026.pdf”.')
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Lease of March.pdf')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Saved.', { exact: true })).toBeVisible()
  const change = { name: 'Lease of March.pdf', paperId: 'p1' }
  expect(sent).toEqual([
    { ...change, version: 1 },
    { ...change, version: 2 },
  ])
})

test('an admin deletes a file after a question that names it; an employee can’t [T1382]', async () => {
  const employee = await openFiles({ [files]: () => Response.json([lease]) })
  await expect.element(employee.card.getByRole('button', { name: 'Edit' })).toBeVisible()
  expect(employee.card.getByRole('button', { name: 'Delete' }).elements()).toEqual([])
  await employee.screen.unmount()

  let stored = [lease]
  const { card, screen } = await openFiles(
    {
      [files]: () => Response.json(stored),
      'DELETE /files/f1'() {
        stored = []
        return new Response(null, { status: 204 })
      },
    },
    'admin',
  )
  await card.getByRole('button', { name: 'Delete' }).click()
  const question = screen.getByRole('alertdialog', { name: 'Delete file' })
  await expect.element(question).toMatchTextContent('Are you sure you want to delete Lease.pdf?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('Lease.pdf was deleted.')).toBeVisible()
  await expect.element(card).toMatchTextContent('No files have been added.')
})

test('a signed document has its copies, and takes another [T1383]', async () => {
  const { screen } = await openFiles({ [files]: () => Response.json([lease, picture]) })
  const line = screen.getByRole('region', { name: 'Signed documents' }).getByRole('listitem')
  await expect.element(line.getByRole('button', { name: 'View Key.png' })).toBeVisible()
  expect(line.getByRole('button', { name: 'Lease.pdf' }).elements()).toEqual([])
  await expect
    .element(line.getByRole('button', { name: 'Add a file' }))
    .toHaveAccessibleDescription('Release of information, to Hennepin County')
  await choose([pdf('Back.pdf')], 'Signed documents')
  await expect.poll(() => FakeRequest.sent[0]?.url).toBe(`/api/clients/${id}/files?paper=p1`)
  await expect.element(line.getByLabelText('Back.pdf, 0 percent')).toBeVisible()
})
