import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { TestInstance } from './running-product.ts'

/** The link to set a password in the newest email to that address. Without a mail server, emails are files. */
export async function linkMailedTo(
  email: string,
  { dataDir }: Pick<TestInstance, 'dataDir'>,
): Promise<string> {
  let link = ''
  const find = () => {
    link = linkIn(newestMail(email, join(dataDir, 'mail')))
    return link
  }
  await expect.poll(find, `an email to ${email}`).not.toBe('')
  return link
}

function newestMail(email: string, folder: string): string {
  try {
    return (
      readdirSync(folder)
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .findLast((mail) => mail.includes(email)) ?? ''
    )
  } catch {
    // The folder is not there yet, or a file in it was renamed while it was read.
    return ''
  }
}

function linkIn(mail: string): string {
  const plain = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return /http\S*\/set-password\?token=[\w-]+/.exec(plain)?.[0] ?? ''
}
