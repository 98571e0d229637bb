import { type Call, needsSignIn } from './document-shape.ts'

/** The example as a command that can be pasted into a terminal; `$TOKEN` stands for what signing in answered. */
export function curlOf({ method, path, operation }: Call, base: string): string {
  const { parameters, requestBody } = operation
  const content = requestBody?.content['application/json']
  const lines = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(needsSignIn(operation) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(content ? ["-H 'Content-Type: application/json'", `-d ${quoted(pretty(content.example))}`] : []),
  ]
  const query = new URLSearchParams(
    parameters.flatMap((one) =>
      one.in === 'query' && 'example' in one ? [[one.name, `${one.example}`]] : [],
    ),
  ).toString()
  const address = path.replace(/\{(\w+)\}/g, (whole, name) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return parameter && 'example' in parameter ? encodeURIComponent(`${parameter.example}`) : whole
  })
  return [`curl ${quoted(`${base}${address}${query && `?${query}`}`)}`, ...lines].join(' \\\n  ')
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** For a POSIX shell: an apostrophe ends the quotation, stands escaped, and begins the next. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
