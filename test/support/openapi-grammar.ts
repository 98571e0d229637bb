/*
 * The rules of OpenAPI 3.1 that apply to our document: required members, references that resolve, path parameters that are in
 * their path, tags and security schemes that are declared. Each fault is a sentence.
 */

// biome-ignore lint/suspicious/noExplicitAny: any response is checked
type Json = any

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']

export function faultsOf(document: Json): string[] {
  const faults: string[] = []
  const must = (holds: unknown, fault: string) => {
    if (!holds) faults.push(fault)
  }
  must(/^3\.1\.\d+$/.test(document.openapi), 'openapi is not a 3.1 version')
  must(document.info?.title && document.info?.version, 'info lacks title or version')
  for (const { url } of document.servers) must(URL.canParse(url), `server ${url} is not a URL`)
  const tags = document.tags.map((tag: Json) => tag.name)
  must(new Set(tags).size === tags.length, 'a tag is declared twice')
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    must(path.startsWith('/'), `${path} does not begin with a slash`)
    for (const [method, operation] of Object.entries<Json>(item)) {
      must(methods.includes(method), `${path} has a member ${method}`)
      operationFaults(document, path, operation, (holds, fault) => must(holds, `${method} ${path}: ${fault}`))
    }
  }
  for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
    must(/^[\w.-]+$/.test(name), `${name} is not a component's name`)
    schemaFaults(document, schema, (holds, fault) => must(holds, `${name}: ${fault}`))
  }
  return faults
}

type Must = (holds: unknown, fault: string) => void

function operationFaults(document: Json, path: string, operation: Json, must: Must): void {
  for (const tag of operation.tags) {
    must(
      document.tags.some((known: Json) => known.name === tag),
      `the tag ${tag} is not declared`,
    )
  }
  for (const need of operation.security) {
    for (const name of Object.keys(need)) {
      must(document.components.securitySchemes[name], `the scheme ${name} is not declared`)
    }
  }
  const places = operation.parameters.map((parameter: Json) => `${parameter.in} ${parameter.name}`)
  must(new Set(places).size === places.length, 'a parameter is declared twice')
  for (const parameter of operation.parameters) {
    must(
      ['path', 'query', 'header', 'cookie'].includes(parameter.in),
      `${parameter.name} has an unknown place`,
    )
    if (parameter.in === 'path') {
      must(parameter.required === true, `${parameter.name} is in the path but not required`)
      must(path.includes(`{${parameter.name}}`), `${parameter.name} is not in the path`)
    }
    must(parameter.schema, `${parameter.name} has no schema`)
    schemaFaults(document, parameter.schema, must)
  }
  if (operation.requestBody) contentFaults(document, operation.requestBody, must)
  must(Object.keys(operation.responses).length > 0, 'there is no response')
  for (const [status, response] of Object.entries<Json>(operation.responses)) {
    must(/^[1-5]\d\d$/.test(status), `${status} is not a status`)
    must(typeof response.description === 'string', `${status} has no description`)
    if (response.content) contentFaults(document, response, must)
  }
}

function contentFaults(document: Json, { content }: Json, must: Must): void {
  const [medium] = Object.values<Json>(content)
  must(medium?.schema, 'a content has no schema')
  must(!('example' in medium) || medium.example !== undefined, 'an example is empty')
  schemaFaults(document, medium.schema, must)
}

function schemaFaults(document: Json, schema: Json, must: Must): void {
  const { $ref, type, properties, required = [], items, anyOf = [], additionalProperties } = schema
  if ($ref) {
    const target = $ref.slice(2).split('/')
    must(
      target.reduce((place: Json, step: string) => place?.[step], document),
      `${$ref} does not resolve`,
    )
  }
  for (const name of [type].flat()) must(name === undefined || types.includes(name), `${name} is not a type`)
  for (const name of required) must(properties?.[name], `${name} is required but not described`)
  const inner = [...Object.values<Json>(properties ?? {}), ...anyOf, items, additionalProperties]
  for (const child of inner) if (child && typeof child === 'object') schemaFaults(document, child, must)
}
