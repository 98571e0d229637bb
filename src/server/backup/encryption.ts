import { createCipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { Decrypter, Encrypter, type Recipient, Stanza } from 'age-encryption'

/** How each file of the standard `age` format begins. */
export const encryptedStart = Buffer.from('age-encryption.org/v1\n')

/**
 * 2^16 rounds need 64 MB and a sixth of a second. The format's usual 2^18 is for what people remember; BACKUP_KEY is
 * checked to be strong, and the running server should not need 256 MB for a moment.
 */
const workFactor = 16

/** What the `age` tool opens with the key as its passphrase. */
export async function encrypted(
  bytes: ReadableStream<Uint8Array>,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphrase(key))
  return await encrypter.encrypt(bytes)
}

export async function decrypted(
  bytes: ReadableStream<Uint8Array>,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(key)
  return await decrypter.decrypt(bytes)
}

const stretch = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** The format's own passphrase recipient, with the rounds on another thread: requests go on meanwhile. */
function passphrase(key: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16)
      const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
      const N = 2 ** workFactor
      const wrapKey = await stretch(key, labelled, 32, { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N })
      const cipher = createCipheriv('chacha20-poly1305', wrapKey, Buffer.alloc(12), { authTagLength: 16 })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', salt.toString('base64').replace(/=+$/, ''), `${workFactor}`], body)]
    },
  }
}
