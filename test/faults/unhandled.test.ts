import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '#test/support/source-tree.ts'

test('a failure in a request that nobody caught is logged, and the process goes on serving', async () => {
  const server = spawn(process.execPath, [join(root, 'test/support/careless-server.ts')], { cwd: root })
  onTestFinished(() => void server.kill('SIGKILL'))
  let logged = ''
  server.stderr.on('data', (part) => {
    logged += part
  })
  const [url] = await once(server.stdout, 'data')
  const ask = async (path: string) => (await fetch(`${url}${path}`)).text()

  expect(await ask('/throws-later')).toBe('answered')
  expect(await ask('/rejects-unseen')).toBe('answered')
  await expect.poll(() => logged.match(/nobody caught this/g)?.length).toBe(2)
  expect(await ask('/')).toBe('alive')

  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})
