import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { makeUsedFolder } from '#test/support/database-process.ts'
import { hodan } from '#test/support/people.ts'
import { newTestInstance } from '#test/support/running-product.ts'

test('verify-audit finds the trail intact beside the running server, after a kill, and with no server at all [T331]', async () => {
  const instance = await newTestInstance({ DATA_DIR: await makeUsedFolder() })
  onTestFinished(() => instance.remove())
  const first = await instance.start()
  const api = apiCaller(first.url)
  const token = await api.becomeSuperAdmin(first.link() ?? '')
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  await api.send('POST', `/clients/${client.id}/notes`, token, { text: 'Zoë’s lease 🙂\n\t“שלום”' })
  await api.send('PUT', `/clients/${client.id}`, token, { ...hodan, address: 'Ł 1\u0301' })
  // The server seals within a second or two.
  await expect
    .poll(() => instance.ops('verify-audit', '--records'))
    .toMatchObject({
      code: 0,
      printed: expect.stringContaining(
        '1 client, 1 note, 0 client merges, 0 record packets, 0 files, 0 papers, 0 follow-ups, 0 people, 0 homes, 0 goals, and 0 authorizations match their last audit row. Not covered: 0.',
      ),
    })

  first.process.kill('SIGKILL')
  const second = await instance.start()
  await apiCaller(second.url).send('POST', '/clients', token, hodan)
  await second.stop()

  const verdict = await instance.ops('verify-audit')
  expect(verdict).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^The audit trail is intact: [1-9]\d* rows?\./),
  })
  expect(verdict.printed).not.toContain('to be sealed')

  const remembered = readdirSync(instance.dataDir).filter((name) => name.startsWith('audit-seal-'))
  for (const name of remembered) rmSync(join(instance.dataDir, name))
  expect(remembered).toHaveLength(1)
  expect(await instance.ops('verify-audit')).toMatchObject({ code: 2 })
})
