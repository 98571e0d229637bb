import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

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

const flag = { present: 1, verified: 4, newKey: 64 } as const

/** `id` is that of the credential, in base64url. */
export function softwarePasskey(id = base64url(randomBytes(16))) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
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
    create({ challenge }: { challenge: string }, answer: Answer = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const coordinate = (text: string) => Buffer.from(text, 'base64url')
      // The map {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR.
      const key = [hex('a5010203262001215820'), coordinate(x), hex('225820'), coordinate(y)]
      const rawId = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const added = Buffer.concat([Buffer.alloc(16), length, rawId, ...key])
      const data = authenticatorData(answer, flag.newKey, added)
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      // The map {fmt: 'none', attStmt: {}, authData: data}.
      const start = Buffer.concat([hex('a363666d74646e6f6e656761747453746d74a0'), hex('686175746844617461')])
      const attestationObject = base64url(Buffer.concat([start, hex('59'), size, data]))
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, answer))
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
