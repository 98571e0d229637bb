import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { folderFailure, prepareDataFolder } from '#server/data-folder.ts'
import { createOnce } from '#server/lasting-files.ts'
import { OperatorError } from '#server/operator-error.ts'
import { passwordWords } from './words/password-words.ts'

const fileName = 'demo-password'

/**
 * The one password of a demo's accounts, made on first use and kept in its data folder, readable by the owner only: there
 * is none that every demo shares, as somebody may show a demo to the world.
 */
export function demoPassword(dataDir: string): string {
  const file = path.join(prepareDataFolder(dataDir), fileName)
  try {
    if (!fs.existsSync(file)) createOnce(file, `${newPassword()}\n`)
    if (fs.statSync(file).mode & 0o077) fs.chmodSync(file, 0o600)
    const password = fs.readFileSync(file, 'utf8').trim()
    if (/^[a-z]+(-[a-z]+){3}-\d{4}$/.test(password)) return password
  } catch (error) {
    throw folderFailure(error, file)
  }
  throw new OperatorError(`The file ${file} is damaged. Delete it: the next start makes a new password.`)
}

/** Like birch-canoe-otter-maple-4821: 44 bits. */
function newPassword(): string {
  const words = Array.from({ length: 4 }, () => passwordWords[randomInt(passwordWords.length)])
  return [...words, randomInt(1000, 10_000)].join('-')
}
