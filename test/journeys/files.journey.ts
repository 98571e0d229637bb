import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { newOffice } from '#test/support/office.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

test('a picture is taken, seen upright, renamed and deleted, by keyboard on a phone [T1384]', async ({
  page,
  backend,
}) => {
  const { client } = await newOffice(backend)
  const { api, token } = backend
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'clientDetails', client.id))
  const files = page.getByRole('region', { name: 'Files', exact: true })
  await expect(files).toContainText('No files have been added.')

  // Keeps choosers intercepted between two of them: turning that on again may come after the key.
  page.on('filechooser', () => {})
  const taken = page.waitForEvent('filechooser')
  await files.getByRole('button', { name: 'Take a picture' }).press('Enter')
  const chooser = await taken
  expect(chooser.isMultiple()).toBe(false)
  // What is not a picture stays, with the reason.
  await chooser.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') })
  await expect(files.getByRole('alert')).toContainText('Only PDF, JPEG and PNG files can be stored.')
  await expectAccessible(page, 'a file that can’t be stored', { within: 'main' })
  await files.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(files.getByRole('button', { name: 'Add a file' })).toBeFocused()

  const chosen = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  const buffer = Buffer.from(await page.evaluate(takeOnItsSide), 'base64')
  await (await chosen).setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer })
  await expect(files.getByRole('listitem')).toContainText('IMG_0001.jpg')
  await expect(page.getByText('IMG_0001.jpg was added.')).toBeVisible()
  await expectAccessible(page, 'a client with a file', { within: 'main' })
  const { body: stored } = await api.send('GET', `/clients/${client.id}/files`, token)
  expect(stored).toMatchObject([{ name: 'IMG_0001.jpg', type: 'image/jpeg' }])
  expect(stored[0].bytes).toBeLessThan(buffer.length)

  await files.getByRole('button', { name: 'View' }).press('Enter')
  const picture = page.getByRole('dialog').getByRole('img', { name: 'IMG_0001.jpg' })
  await expect
    .poll(() =>
      picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]),
    )
    .toEqual([1500, 2600])
  await expectAccessible(page, 'a picture', { within: 'dialog' })
  await page.keyboard.press('Escape')
  await expect(files.getByRole('button', { name: 'View' })).toBeFocused()

  await files.getByRole('button', { name: 'Edit' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page, 'renaming a file', { within: 'dialog' })
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Lease, page 1.jpg')
  await page.keyboard.press('Enter')
  await expect(files.getByRole('listitem')).toContainText('Lease, page 1.jpg')

  await files.getByRole('button', { name: 'Delete' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete file' })
  await expect(question).toContainText('Lease, page 1.jpg')
  await expectAccessible(page, 'the question before a file is deleted', { within: 'dialog' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(files).toContainText('No files have been added.')
  expect((await api.send('GET', `/files/${stored[0].id}/content`, token)).status).toBe(404)
})

/** A JPEG of 5200 × 3000 pixels whose Exif says that the camera was held on its side, in base64. */
async function takeOnItsSide(): Promise<string> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 5200, height: 3000 })
  canvas.getContext('2d')?.fillRect(0, 0, 2600, 3000)
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 1))
  const bytes = new Uint8Array((await drawn?.arrayBuffer()) ?? new ArrayBuffer())
  const tag = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...tag, 0, 0, 0, 0]
  const whole = [...bytes.slice(0, 2), 0xff, 0xe1, 0, exif.length + 2, ...exif, ...bytes.slice(2)]
  let characters = ''
  for (const byte of whole) characters += String.fromCharCode(byte)
  return btoa(characters)
}
