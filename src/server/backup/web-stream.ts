import { ReadableStream as NodeReadableStream } from 'node:stream/web'

/** The form of stream that the packages for tar and age speak. Whoever stops reading early ends `bytes` too. */
export function webStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeReadableStream.from(bytes) as ReadableStream<Uint8Array>
}
