import { createSecretKey } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Keyring } from '#server/audit/keyring.ts'
import { writeNewFile } from './backup-file.ts'
import { openSignedFile, signedBlocks } from './signed-blocks.ts'

const folder = fs.mkdtempSync(path.join(tmpdir(), 'stable-housing-blocks-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const key = (byte: number) => ({ id: 'a0b1c2d3e4f5', secret: createSecretKey(Buffer.alloc(32, byte)) })
const keys: Keyring = [key(7)]
const lineLength = 125
const blockLength = 64 * 1024

let count = 0
async function makeFile(letters: string, signingKey = key(7)): Promise<string> {
  count += 1
  const file = path.join(folder, `${count}.backup`)
  const content = async function* () {
    for (const letter of letters) yield Buffer.alloc(blockLength, letter)
  }
  await writeNewFile(
    file,
    signedBlocks(content(), signingKey, { isEncrypted: false, createdAt: new Date(0) }),
  )
  return file
}

/** The first line, and each block with its length and HMAC. */
function partsOf(file: string): Buffer[] {
  const bytes = fs.readFileSync(file)
  const parts = [bytes.subarray(0, lineLength)]
  for (let at = lineLength; at < bytes.length; ) {
    const next = at + 36 + bytes.readUInt32BE(at)
    parts.push(bytes.subarray(at, next))
    at = next
  }
  return parts
}

/** The first letter of each block that was read, and then the error, if there was one. */
async function readLetters(file: string, accepted: Keyring = keys): Promise<string[]> {
  const letters: string[] = []
  try {
    const { blocks, close } = await openSignedFile(file, { keys: accepted })
    try {
      for await (const block of blocks()) letters.push(String.fromCharCode(block[0] ?? 0))
    } finally {
      await close()
    }
  } catch (error) {
    letters.push(error instanceof Error ? error.message : '')
  }
  return letters
}

const damaged = expect.stringContaining('is damaged or was changed after it was made')

test('reads what was written, in blocks of at most 64 KiB', async () => {
  const file = await makeFile('abc')
  expect(await readLetters(file)).toEqual(['a', 'b', 'c'])
  expect(partsOf(file).map(({ length }) => length)).toEqual([
    lineLength,
    ...Array(3).fill(blockLength + 36),
    36,
  ])
})

test.each([
  ['is changed', ([line, a, b, ...rest]) => [line, a, Buffer.from(b).fill('x', 36), ...rest], ['a', damaged]],
  ['is left out', ([line, a, _, ...rest]) => [line, a, ...rest], ['a', damaged]],
  ['is moved', ([line, a, b, ...rest]) => [line, b, a, ...rest], [damaged]],
  ['is repeated', ([line, a, ...rest]) => [line, a, a, ...rest], ['a', damaged]],
  ['is cut off', ([line, a, b]) => [line, a, b.subarray(0, 1000)], ['a', damaged]],
  ['calls itself huge', ([line, a]) => [line, a, Buffer.alloc(36, 0xff)], ['a', damaged]],
  ['is missing at the end', (parts) => parts.slice(0, -1), ['a', 'b', 'c', damaged]],
  ['follows the end', (parts) => [...parts, Buffer.from('x')], ['a', 'b', 'c', damaged]],
] as [string, (parts: [Buffer, Buffer, Buffer, ...Buffer[]]) => Buffer[], unknown[]][])(
  'yields no block from the first one on that %s',
  async (_, change, expected) => {
    const file = await makeFile('abc')
    fs.writeFileSync(file, Buffer.concat(change(partsOf(file) as [Buffer, Buffer, Buffer, ...Buffer[]])))
    expect(await readLetters(file)).toEqual(expected)
  },
)

test('yields nothing of another backup below this one’s first line, or signed with another key', async () => {
  const [line = Buffer.alloc(0)] = partsOf(await makeFile('abc'))
  const mixed = await makeFile('def')
  fs.writeFileSync(mixed, Buffer.concat([line, ...partsOf(mixed).slice(1)]))
  expect(await readLetters(mixed)).toEqual([damaged])
  expect(await readLetters(await makeFile('abc', key(8)))).toEqual([damaged])
})

test('reads on in the file that it opened when another one takes the name', async () => {
  const file = await makeFile('abc')
  const { blocks, close } = await openSignedFile(file, { keys })
  fs.renameSync(await makeFile('xyz'), file)
  const letters: string[] = []
  for await (const block of blocks()) letters.push(String.fromCharCode(block[0] ?? 0))
  await close()
  expect(letters).toEqual(['a', 'b', 'c'])
})

test('yields no block that is changed in place while the file is read', async () => {
  const file = await makeFile('abc')
  const { blocks, close } = await openSignedFile(file, { keys })
  const reading = blocks()
  await reading.next()
  const handle = fs.openSync(file, 'r+')
  fs.writeSync(handle, 'x', lineLength + 36 + blockLength + 36 + 5)
  fs.closeSync(handle)
  await expect(reading.next()).rejects.toThrow('is damaged or was changed')
  await close()
})

test('names a file that no known key signed, and prints nothing of it', async () => {
  const file = await makeFile('abc')
  const other = { ...key(7), id: 'ffffffffffff' }
  expect(await readLetters(file, [other])).toEqual([
    expect.stringMatching(/^The origin of .* could not be checked: it is not signed with a key in /),
  ])
  fs.writeFileSync(file, `stable-housing backup 1 plain \u001b[31mpwned${' '.repeat(100)}`)
  expect(await readLetters(file)).toEqual([
    `${file} is not a backup of this program, or its beginning is damaged. Choose another file.`,
  ])
})

test('unverified, it reads a file of unknown origin as it is', async () => {
  const file = await makeFile('abc')
  const { isVerified, blocks, close } = await openSignedFile(file, {
    keys: [{ ...key(7), id: 'ffffffffffff' }],
    acceptsUnverified: true,
  })
  expect(isVerified).toBe(false)
  const letters: string[] = []
  for await (const block of blocks()) letters.push(String.fromCharCode(block[0] ?? 0))
  await close()
  expect(letters).toEqual(['a', 'b', 'c'])
})
