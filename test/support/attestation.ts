import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Attest, cborBytes, cborText } from './software-authenticator.ts'

/* What authenticators add to a new passkey to prove their make. Nobody asks for it. */

const hex = (text: string) => Buffer.from(text, 'hex')
const ascii = (text: string) => Buffer.from(text, 'latin1')

/** A value in DER, of less than 64 KiB. */
function der(tag: number, ...parts: Uint8Array[]) {
  const value = Buffer.concat(parts)
  const { length } = value
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255]
  return Buffer.from([tag, ...size, ...value])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const objectId = (bytes: string) => der(0x06, hex(bytes))
const integer = (value: number) => der(0x02, Buffer.from([value]))
const extension = (id: string, value: Uint8Array) => sequence(objectId(id), der(0x04, value))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const named = (name: string) => sequence(der(0x31, sequence(objectId('550403'), der(0x0c, ascii(name)))))

/** An X.509 certificate for the key, signed by another. */
function certificate(name: string, key: KeyObject, signer: KeyObject, extensions: Uint8Array[] = []): Buffer {
  const content = sequence(
    ...[der(0xa0, integer(2)), integer(1), ecdsaWithSha256, named('Maker')],
    sequence(der(0x17, ascii('200101000000Z')), der(0x17, ascii('490101000000Z'))),
    ...[named(name), key.export({ type: 'spki', format: 'der' })],
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  )
  return sequence(content, ecdsaWithSha256, der(0x03, hex('00'), sign('sha256', content, signer)))
}

/** The authenticator signs with the new key itself, as some browsers leave it. */
export const selfAttestation: Attest = ({ key, clientHash, authenticatorData }) => {
  const signature = sign('sha256', Buffer.concat([authenticatorData, clientHash]), key.privateKey)
  const values = [cborText('alg'), hex('26'), cborText('sig'), cborBytes(signature)]
  return { format: 'packed', statement: Buffer.concat([hex('a2'), ...values]) }
}

/** Of an Android device, by a maker who names an address for revoked certificates. */
export const attestationWithAddress =
  (address: string): Attest =>
  (made) => {
    const maker = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const level = der(0x0a, hex('01'))
    const description = sequence(
      ...[integer(3), level, integer(4), level, der(0x04, made.clientHash), der(0x04)],
      ...[sequence(), sequence()],
    )
    const revoked = sequence(sequence(der(0xa0, der(0xa0, der(0x86, ascii(address))))))
    const chain = [
      certificate('Device', made.key.publicKey, maker.privateKey, [
        extension('2b06010401d679020111', description),
        extension('551d1f', revoked),
      ]),
      certificate('Maker', maker.publicKey, maker.privateKey),
    ]
    const { statement } = selfAttestation(made)
    const certificates = [cborText('x5c'), hex('82'), ...chain.map(cborBytes)]
    return {
      format: 'android-key',
      statement: Buffer.concat([hex('a3'), statement.subarray(1), ...certificates]),
    }
  }
