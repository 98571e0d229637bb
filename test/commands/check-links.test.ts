import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { checkAddress, externalLinks } from '#commands/ops/check-links.ts'
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

test('accepts an address that returns a page, and reports redirects [T339]', async () => {
  expect(await checkAddress(`${origin}/here`)).toEqual({ isWorking: true, sentence: '200 OK' })
  expect(await checkAddress(`${origin}/moved`)).toEqual({
    isWorking: true,
    sentence: `200 OK, moved to ${origin}/here`,
  })
})

test('gives the reason why an address fails [T340]', async () => {
  expect(await checkAddress(`${origin}/gone`)).toEqual({ isWorking: false, sentence: '404 Not Found' })
  expect(await checkAddress(`${origin}/silent`, 300)).toEqual({
    isWorking: false,
    sentence: 'no answer in 0.3 seconds',
  })
  expect(await checkAddress(`http://127.0.0.1:${await freePort()}/`)).toEqual({
    isWorking: false,
    sentence: 'the connection was refused',
  })
  expect((await checkAddress('https://no-such-name.invalid/')).isWorking).toBe(false)
})

test('lists every external address in the organization data once [T338]', async () => {
  const organization = {
    ...(await readOrganization('organization/organization.json')),
    website: 'https://www.example.org/',
    complaints: {
      ...{ to: 'Director', number: '(612) 555-0144', email: 'a@b.example', answeredWithin: '10 days' },
      outside: [{ name: 'Human Services', link: 'https://human.example.org/' }],
    },
    decks: { 'first-week': 'https://slides.example.org/first-week' },
  }
  const written = JSON.stringify(organization).match(/https?:[^"]+/g) ?? []
  expect(externalLinks(organization).map(({ url }) => url)).toHaveLength(new Set(written).size)
  expect(new Set(externalLinks(organization).map(({ url }) => url))).toEqual(new Set(written))
})
