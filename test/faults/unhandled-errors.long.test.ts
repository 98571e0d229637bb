import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodeAfterCrash } from '#server/stop-on-signals.ts'
import { root } from '#test/support/source-tree.ts'

test.each(['/throws-later', '/rejects-unseen'])(
  'an uncaught error (%s) is logged, calls under way are finished, and the process ends to be started again [T494]',
  async (path) => {
    const server = spawn(process.execPath, [join(root, 'test/support/failing-server.ts')], { cwd: root })
    onTestFinished(() => void server.kill('SIGKILL'))
    const ended = once(server, 'exit')
    let logged = ''
    server.stderr.on('data', (part) => {
      logged += part
    })
    const [url] = await once(server.stdout, 'data')
    const ask = async (path: string) => (await fetch(`${url}${path}`)).text()

    const slow = ask('/slow')
    expect(await ask(path)).toBe('answered')
    expect(await slow).toBe('finished')
    expect(await ended).toEqual([exitCodeAfterCrash, null])
    expect(logged).toContain('uncaught error')
  },
)
