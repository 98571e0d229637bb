import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { TestInstance } from './running-product.ts'

/** The link to set a password in the newest letter to that address. Without a mail server letters are files. */
export async function linkMailedTo(
  email: string,
  { dataDir }: Pick<TestInstance, 'dataDir'>,
): Promise<string> {
  let link = ''
  const find = () => {
    link = linkIn(newestLetter(email, join(dataDir, 'mail')))
    return link
  }
  await expect.poll(find, `a letter to ${email}`).not.toBe('')
  return link
}

function newestLetter(email: string, folder: string): string {
  try {
    return (
      readdirSync(folder)
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .findLast((letter) => letter.includes(email)) ?? ''
    )
  } catch {
    // Nothing was ever mailed, or a file that is being written has got its name just now: on a busy machine, not yet.
    return ''
  }
}

function linkIn(letter: string): string {
  const plain = letter.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return /http\S*\/set-password\?token=[\w-]+/.exec(plain)?.[0] ?? ''
}
