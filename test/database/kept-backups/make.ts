import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { apiCaller } from '#test/support/api-caller.ts'
import { amina, hodan } from '#test/support/people.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import packageJson from '../../../package.json' with { type: 'json' }

/*
 * Makes the backup of this release that kept-backups.long.test.ts restores in all later ones, with the key that it is signed
 * with, which no other database uses: node test/database/kept-backups/make.ts
 */

const file = join(import.meta.dirname, `${packageJson.version}.backup`)
// No mail server listens there, so that mail waits in the backup.
const instance = await newTestInstance({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'office@example.org' })
try {
  const product = await instance.start()
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  const token = await becomeSuperAdmin(product.link() ?? '')
  const { body: client } = await send('POST', '/clients', token, hodan)
  const { body: note } = await send('POST', `/clients/${client.id}/notes`, token, { text: 'Saw two homes.' })
  await send('PUT', `/clients/${client.id}/notes/${note.id}`, token, { text: 'Saw three homes.', version: 1 })
  await send('PUT', `/clients/${client.id}`, token, { ...hodan, status: 'pending', version: 1 })
  const { body: other } = await send('POST', '/clients', token, { ...hodan, firstName: 'Zoë' })
  await send('DELETE', `/clients/${other.id}`, token)
  await send('POST', '/employees', token, amina)
  await send('POST', '/contact', undefined, {
    name: 'Rosa',
    email: 'rosa@example.org',
    message: 'Please call me.',
  })
  await product.stop()
  await instance.ops('seed', '--clients', '20', '--notes', '40', '--employees', '2', '--messages', '2')
  rmSync(file, { force: true })
  const { code, errorOutput } = await instance.ops('backup', file)
  if (code !== 0) throw new Error(errorOutput)
  copyFileSync(join(instance.dataDir, 'audit-keys'), file.replace(/backup$/, 'audit-keys'))
} finally {
  await instance.remove()
}
