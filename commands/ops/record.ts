import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filePath, readParameters, usageError } from '#commands/command-line.ts'
import { fonts, say } from '#commands/install.mjs'
import { namesOf } from '#contract/record-field.ts'
import { packetRequest, periodErrors } from '#contract/record-packet/endpoints.ts'
import { packetParts } from '#contract/record-packet/fields.ts'
import { findClientId } from '#server/clients/store.ts'
import { counted } from '#server/counted.ts'
import { contentOf } from '#server/files/store.ts'
import { Failure } from '#server/http/failure.ts'
import { OperatorError } from '#server/operator-error.ts'
import { makePacket, openPacketFiles } from '#server/record-packet/operations.ts'
import { type Operation, operatorAccount, organizationHere, withExistingDatabase } from './operation.ts'

const usage =
  'npm run ops -- record CLIENT_ID FOLDER --recipient TEXT --purpose TEXT [--basis TEXT] [--from DATE] [--to DATE] [--accesses]'

export const record: Operation = {
  usage,
  explanation:
    'Writes a client’s record into a new folder: record.pdf, record.json, SHA256SUMS, README.txt and\n' +
    'copies of the client’s files. It is listed as a disclosure on the client’s page.\n' +
    'CLIENT_ID is in the address of that page.\n' +
    '--basis says why the record may be shared; required without a valid release to the recipient\n' +
    '--from and --to give the first and the last day of a period (YYYY-MM-DD)\n' +
    '--accesses adds who has seen the record',
  async run(parameters) {
    const text = { type: 'string' } as const
    const options = {
      recipient: text,
      purpose: text,
      basis: text,
      from: text,
      to: text,
      accesses: { type: 'boolean' },
    } as const
    const { values, positionals } = readParameters(parameters, { options, allowPositionals: true }, usage)
    const [id, name, ...more] = positionals
    if (!id || !name || more.length > 0) throw usageError('Specify the client’s id and a folder.', usage)
    const { accesses = false, ...asked } = values
    const include = Object.fromEntries(
      namesOf(packetParts).map((part) => [part, part !== 'accesses' || accesses]),
    )
    const checked = packetRequest.safeParse({ ...asked, include })
    const [problem] = checked.success
      ? Object.values(periodErrors(checked.data))
      : checked.error.issues.map(({ message }) => message)
    if (problem || !checked.data) throw usageError(`${problem}.`, usage)
    const request = checked.data
    const folder = filePath(name)
    if (existsSync(folder)) throw new OperatorError(`${name} already exists. Name a new folder.`)
    const organization = await organizationHere()
    await withExistingDatabase(async ({ db, trail }) => {
      const clientId = await findClientId(db, id)
      if (!clientId) throw new OperatorError(`There is no client with the id ${id}.`)
      const unfinished = await mkdtemp(`${folder}.`)
      try {
        await using opened = new AsyncDisposableStack()
        const job = {
          clientId,
          request,
          operator: operatorAccount(),
          madeAt: new Date(),
          files: await openPacketFiles(opened, (file) => open(join(unfinished, file), 'wx', 0o600)),
          folder: unfinished,
        }
        const made = await makePacket({ db, trail, organization, fonts }, job).catch((error) => {
          if (!(error instanceof Failure && error.details.fields?.basis)) throw error
          throw new OperatorError(
            'There is no valid release to this recipient: say with --basis why the record may be shared.',
          )
        })
        if (!made) throw new OperatorError(`There is no client with the id ${id}.`)
        if (made.copies.length > 0) await mkdir(join(unfinished, 'files'), { mode: 0o700 })
        for (const file of made.copies)
          await writeFile(join(unfinished, file.inPacket), contentOf(db, file), { flag: 'wx', mode: 0o600 })
        await rename(unfinished, folder)
        say(`${name}: ${counted(made.notes, 'note')}`)
        say(`SHA-256 of record.pdf: ${made.sha256}`)
      } finally {
        await rm(unfinished, { recursive: true, force: true })
      }
    })
  },
}
