import type { EndpointDefinition } from '#contract/endpoint.ts'

const base = '/api'

/** The parts of a request that end up in its address. */
export interface AddressParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}

/** `/clients/:id` and `{ id: 'a b' }` → `/api/clients/a%20b`; what the query leaves out is not sent. */
export function requestUrl(endpoint: Pick<EndpointDefinition, 'path'>, parts: AddressParts = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = parts.params?.[name]
    if (value === undefined || value === '') throw new Error(`The address ${endpoint.path} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const search = query.toString()
  return search ? `${base}${path}?${search}` : `${base}${path}`
}
