import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/* A passkey in software, as Web Authentication defines it: for what a browser would never send. */

interface Answer {
  /** In place of what the authenticator would say. */
  origin?: string
  host?: string
  isVerified?: boolean
  counter?: number
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** Makes the format of an attestation and its statement, the latter in CBOR. */
export type Attest = (made: {
  key: { publicKey: KeyObject; privateKey: KeyObject }
  /** SHA-256 of the client data. */
  clientHash: Buffer
  authenticatorData: Buffer
}) => { format: string; statement: Buffer }

/** Text or bytes in CBOR. */
export const cborText = (text: string) => Buffer.from([0x60 + text.length, ...Buffer.from(text)])
export function cborBytes(bytes: Buffer) {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(bytes.length)
  return Buffer.concat([hex('59'), size, bytes])
}

const none: Attest = () => ({ format: 'none', statement: hex('a0') })

const flag = { present: 1, verified: 4, newKey: 64 } as const

/** `id` is that of the credential, in base64url. */
export function softwarePasskey(id = base64url(randomBytes(16))) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { publicKey, privateKey } = pair
  let counter = 0

  function authenticatorData(answer: Answer, flags: number, added: Uint8Array = new Uint8Array()) {
    counter = answer.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const all = flag.present | (answer.isVerified === false ? 0 : flag.verified) | flags
    return Buffer.concat([sha256(answer.host ?? 'localhost'), Buffer.from([all]), count, added])
  }

  const clientData = (type: string, challenge: string, { origin = 'http://localhost:3000' }: Answer) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const shared = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }

  return {
    id,
    /** What `navigator.credentials.create()` returns. */
    create({ challenge }: { challenge: string }, answer: Answer = {}, attest = none) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const coordinate = (text: string) => Buffer.from(text, 'base64url')
      // The map {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR.
      const key = [hex('a5010203262001215820'), coordinate(x), hex('225820'), coordinate(y)]
      const rawId = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const added = Buffer.concat([Buffer.alloc(16), length, rawId, ...key])
      const data = authenticatorData(answer, flag.newKey, added)
      const client = clientData('webauthn.create', challenge, answer)
      const made = { key: pair, clientHash: sha256(client), authenticatorData: data }
      const { format, statement } = attest(made)
      const attestationObject = base64url(
        Buffer.concat([
          // A map of three.
          ...[hex('a3'), cborText('fmt'), cborText(format), cborText('attStmt'), statement],
          ...[cborText('authData'), cborBytes(data)],
        ]),
      )
      const clientDataJSON = base64url(client)
      return { ...shared, response: { clientDataJSON, attestationObject, transports: ['internal', 'x'] } }
    },
    /** What `navigator.credentials.get()` returns. */
    get({ challenge }: { challenge: string }, answer: Answer = {}) {
      const data = authenticatorData(answer, 0)
      const client = clientData('webauthn.get', challenge, answer)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...shared,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      }
    },
  }
}

const hex = (text: string) => Buffer.from(text, 'hex')
