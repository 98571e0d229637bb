import { isDeepStrictEqual } from 'node:util'
import type { Call } from './calls.ts'
import { type Reply, type Request, send } from './http.ts'

/** How many of a call's requests are compared. */
const compared = 25

/** Ends the run when the two programs don't answer the same: then a comparison of their speed would mean nothing. */
export async function expectSameAnswers(product: string, bare: string, call: Call): Promise<void> {
  for (const request of call.requests.slice(0, compared)) {
    const [one, other] = [await send(product, request), await send(bare, request)]
    const isSuccess = one.status >= 200 && one.status <= 299
    if (isSuccess && one.status === other.status && isSame(one, other, call)) continue
    throw new Error(
      `The bare program answers ${request.method} ${request.path} differently.\n${excerpt('product', one)}\n${excerpt('bare', other)}`,
    )
  }
}

function isSame(one: Reply, other: Reply, { comparable = (answer: unknown) => answer }: Call): boolean {
  if (isFile(one)) {
    const isEncodedAlike = one.headers['content-encoding'] === other.headers['content-encoding']
    return isEncodedAlike && one.body.equals(other.body)
  }
  const read = ({ body }: Reply) => comparable(JSON.parse(body.toString()) as never)
  return isDeepStrictEqual(read(one), read(other))
}

const isFile = ({ headers }: Reply) => !String(headers['content-type']).startsWith('application/json')

function excerpt(name: string, { status, headers, body }: Reply): string {
  const text = headers['content-encoding'] ? `${body.length} bytes` : body.toString().slice(0, 600)
  return `${name}: ${status} ${text}`
}

/** The product's own files, for the bare program to send. */
export async function fileOf(product: string, request: Request) {
  const { headers, body } = await send(product, request)
  return {
    path: request.path,
    type: String(headers['content-type']),
    encoding: headers['content-encoding'] as string | undefined,
    base64: body.toString('base64'),
  }
}
