import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { askAddress, externalLinks } from '#commands/ops/check-links.ts'
import { readOrganization } from '#server/organization/read-organization.ts'

let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, reply) => {
    if (request.url === '/silent') return
    if (request.url === '/moved') return reply.writeHead(301, { location: '/here' }).end()
    reply.writeHead(request.url === '/here' && request.method === 'GET' ? 200 : 404).end('a page')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('an address that answers with a page is good, a redirect is named', async () => {
  expect(await askAddress(`${origin}/here`)).toEqual({ good: true, sentence: '200 OK' })
  expect(await askAddress(`${origin}/moved`)).toEqual({
    good: true,
    sentence: `200 OK, moved to ${origin}/here`,
  })
})

test('an address that fails is named with its reason', async () => {
  expect(await askAddress(`${origin}/gone`)).toEqual({ good: false, sentence: '404 Not Found' })
  expect(await askAddress(`${origin}/silent`, 300)).toEqual({
    good: false,
    sentence: 'no answer in 0.3 seconds',
  })
  expect(await askAddress(`http://127.0.0.1:${await freePort()}/`)).toEqual({
    good: false,
    sentence: 'the connection was refused',
  })
  expect((await askAddress('https://no-such-name.invalid/')).good).toBe(false)
})

test('every external address of the organization data is listed once', async () => {
  const organization = {
    ...(await readOrganization('organization/organization.json')),
    website: 'https://www.example.org/',
    decks: { 'first-week': 'https://slides.example.org/first-week' },
  }
  const written = JSON.stringify(organization).match(/https?:[^"]+/g) ?? []
  expect(externalLinks(organization).map(({ url }) => url)).toHaveLength(new Set(written).size)
  expect(new Set(externalLinks(organization).map(({ url }) => url))).toEqual(new Set(written))
})
