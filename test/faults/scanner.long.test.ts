import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPrograms } from '#commands/debian-packages.ts'
import { scan } from '#server/files/scanner.ts'
import { makeFolder, until } from '#test/support/database-process.ts'
import { pdf } from '#test/support/pictures.ts'

const [clamd] = findPrograms('ClamAV') ?? []

test.skipIf(!clamd)(
  'a ClamAV daemon finds what its signatures name, and refuses what is too large for it [T1371]',
  async () => {
    const folder = makeFolder()
    const signatures = join(folder, 'signatures')
    mkdirSync(signatures, { recursive: true })
    const marker = Buffer.from('a text that only this test knows')
    writeFileSync(join(signatures, 'test.ndb'), `Test.Marker:0:*:${marker.toString('hex')}\n`)
    const socket = join(folder, 'clamd.ctl')
    const config = join(folder, 'clamd.conf')
    const settings = {
      DatabaseDirectory: signatures,
      LocalSocket: socket,
      TemporaryDirectory: folder,
      Foreground: 'yes',
      StreamMaxLength: '1M',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}`)
    writeFileSync(config, `${lines.join('\n')}\n`)
    chmodSync(folder, 0o755)
    const daemon = spawn(clamd as string, ['--config-file', config], { stdio: 'ignore' })
    onTestFinished(async () => {
      daemon.kill()
      await once(daemon, 'exit')
    })
    await until(() => existsSync(socket))

    expect(await scan(socket, pdf())).toBeUndefined()
    expect(await scan(socket, Buffer.concat([pdf(), marker]))).toMatch(/^Test\.Marker/)
    const tooLarge = Buffer.concat([pdf(), Buffer.alloc(2 * 1024 * 1024)])
    await expect(scan(socket, tooLarge)).rejects.toMatchObject({ code: 'scanner-away' })
    expect(await scan(socket, pdf())).toBeUndefined()
  },
)
