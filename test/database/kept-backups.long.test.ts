import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { hodan } from '#test/support/people.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { password } from '#test/support/test-password.ts'
import packageJson from '../../package.json' with { type: 'json' }

/* A backup of each release, made by kept-backups/make.ts when it was released. */

const folder = join(import.meta.dirname, 'kept-backups')
const files = readdirSync(folder).filter((name) => name.endsWith('.backup'))

test('a backup of the first release is kept', () => {
  expect(files).toContain('1.0.0.backup')
})

test.each(files)('%s is restored, proven by its audit trail, and used [T500]', async (file) => {
  const instance = await newTestInstance()
  onTestFinished(() => instance.remove())
  mkdirSync(instance.dataDir, { recursive: true })
  copyFileSync(join(folder, file.replace(/backup$/, 'audit-keys')), join(instance.dataDir, 'audit-keys'))
  const restored = await instance.ops('restore', join(folder, file))
  expect(restored).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^Restored 22 clients and 41 notes/),
  })
  expect(restored.errorOutput).not.toContain('could not be checked')

  const product = await instance.start()
  const { send } = apiCaller(product.url)
  const signIn = { email: 'admin@example.org', password }
  const { token } = (await send('POST', '/auth/login', undefined, signIn)).body
  const { items } = (await send('POST', '/clients/search', token, { search: hodan.lastName, limit: 5 })).body
  expect(items).toMatchObject([{ firstName: hodan.firstName, status: 'pending', version: 2 }])
  const path = `/clients/${items[0].id}/notes`
  const [note] = (await send('GET', path, token)).body
  expect(note).toMatchObject({ text: 'Saw three homes.', version: 2 })
  expect((await send('GET', `${path}/${note.id}/versions`, token)).body).toMatchObject([
    { text: 'Saw two homes.' },
  ])
  expect((await send('GET', '/health')).body.version).toBe(packageJson.version)
  await product.stop()
  expect(await instance.ops('verify-audit', '--records')).toMatchObject({ code: 0 })
})
